import Box from '@mui/material/Box';

const ink = 'var(--mui-palette-text-primary)';
const paper = 'var(--mui-palette-background-paper)';
const petrol = 'var(--mui-palette-primary-main)';
const onPetrol = 'var(--mui-palette-primary-contrastText)';
const red = 'var(--mui-palette-secondary-main)';
// Skin and hair have the same colours in the dark theme.
const skin = '#e5b893';
const hair = '#3b2a2a';
const sand = 'var(--mui-palette-divider)';

/** A decorative illustration of a coaching session: a coach on a screen, a CV with ticks, a speech bubble. */
export function HeroPicture() {
  return (
    <Box
      component="svg"
      viewBox="0 0 520 400"
      aria-hidden
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      sx={{ width: '100%', height: 'auto', maxHeight: 400, justifySelf: 'center' }}
    >
      <path d="M62 214C40 120 118 34 236 30s238 62 246 164-84 160-214 160S84 306 62 214z" fill={sand} opacity=".55" />
      {/* The screen with the coach */}
      <rect x="96" y="86" width="290" height="196" rx="20" fill={ink} />
      <rect x="108" y="98" width="266" height="172" rx="12" fill={petrol} />
      <path d="M172 270c0-44 30-66 69-66s69 22 69 66z" fill={paper} />
      <path d="M226 190h30v26q-15 13-30 0z" fill={skin} />
      <circle cx="241" cy="164" r="36" fill={skin} />
      <path d="M204 164c-4-34 18-48 38-48s42 12 37 46c-8-2-16-10-19-20-12 12-34 18-56 22z" fill={hair} />
      <path d="M228 168h.1M254 168h.1" stroke={hair} strokeWidth="7" />
      <path d="M230 181q11 9 22 0" stroke={hair} />
      <path d="M64 306h354" stroke={ink} strokeWidth="10" />
      <path d="M206 282h70l6 22h-82z" fill={ink} />
      {/* The speech bubble */}
      <path
        d="M374 58h72a18 18 0 0 1 18 18v40a18 18 0 0 1-18 18h-38l-24 22 4-22h-14a18 18 0 0 1-18-18V76a18 18 0 0 1 18-18z"
        fill={paper}
        stroke={ink}
      />
      <path d="M410 118l-17-17a11.5 11.5 0 0 1 16-16l1 1 1-1a11.5 11.5 0 0 1 16 16z" fill={red} />
      {/* The CV */}
      <g transform="rotate(-5 410 260)">
        <path
          d="M352 176h88l30 30v136a10 10 0 0 1-10 10H352a10 10 0 0 1-10-10V186a10 10 0 0 1 10-10z"
          fill={paper}
          stroke={ink}
        />
        <path d="M440 176v30h30" stroke={ink} />
        <circle cx="368" cy="212" r="12" fill={sand} stroke={ink} />
        <path d="M392 206h30M392 220h46" stroke={ink} />
        <path d="M386 254h62M386 284h52M386 314h58" stroke={sand} strokeWidth="6" />
        <path d="M358 253l6 6 10-12M358 283l6 6 10-12M358 313l6 6 10-12" stroke={petrol} strokeWidth="4" />
      </g>
      {/* A cup */}
      <path d="M104 262h46v30a14 14 0 0 1-14 14h-18a14 14 0 0 1-14-14z" fill={red} stroke={ink} />
      <path d="M150 270h8a10 10 0 0 1 0 20h-8" stroke={ink} />
      <path d="M118 250q-6-8 0-16M136 250q-6-8 0-16" stroke={onPetrol} opacity=".9" />
    </Box>
  );
}
