import Box from '@mui/material/Box';

const ink = 'var(--mui-palette-text-primary)';
const paper = 'var(--mui-palette-background-paper)';
const petrol = 'var(--mui-palette-primary-main)';
const red = 'var(--mui-palette-secondary-main)';
const sand = 'var(--mui-palette-divider)';

/** A decorative illustration of the four steps: stairs with a document, a calendar, a speech bubble and a flag. */
export function WelcomePicture() {
  return (
    <Box
      component="svg"
      viewBox="0 0 320 220"
      aria-hidden
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      sx={{ width: { xs: 96, sm: 180, md: 260 }, height: 'auto' }}
    >
      <ellipse cx="160" cy="198" rx="152" ry="18" fill={sand} opacity=".6" />
      {/* The stairs */}
      <path d="M22 196v-34h70v34z" fill={sand} stroke={ink} />
      <path d="M92 196v-66h70v66z" fill={sand} stroke={ink} />
      <path d="M162 196V98h70v98z" fill={sand} stroke={ink} />
      <path d="M232 196V66h66v130z" fill={petrol} stroke={ink} />
      {/* The document */}
      <path d="M38 110h26l12 12v40H38z" fill={paper} stroke={ink} />
      <path d="M46 130h20M46 140h22M46 150h14" stroke={petrol} />
      {/* The calendar */}
      <path d="M106 90h42a4 4 0 0 1 4 4v36h-50V94a4 4 0 0 1 4-4z" fill={paper} stroke={ink} />
      <path d="M102 103h50M115 84v11M139 84v11" stroke={ink} />
      <path d="M117 117l6 6 13-12" stroke={petrol} strokeWidth="4" />
      {/* The conversation */}
      <path
        d="M180 54h36a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-14l-12 10 2-10h-12a8 8 0 0 1-8-8V62a8 8 0 0 1 8-8z"
        fill={paper}
        stroke={ink}
      />
      <path d="M186 70h.1M198 70h.1M210 70h.1" stroke={petrol} strokeWidth="6" />
      {/* The flag with the heart */}
      <path d="M252 66V10" stroke={ink} />
      <path d="M252 12h42l-8 15 8 15h-42z" fill={paper} stroke={ink} />
      <path d="M268 36l-7-7a5.6 5.6 0 0 1 7-8 5.6 5.6 0 0 1 7 8z" fill={red} />
    </Box>
  );
}
