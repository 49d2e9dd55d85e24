import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';

interface Props {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: () => void;
  /** The id of the element that explains the switch. */
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
  children: ReactNode;
}

/** A switch with its label. MUI's switch weighs 11 kB and would delay the first list of appointments. */
export function PlainSwitch({ checked, disabled = false, onChange, onBlur, describedBy, ref, children }: Props) {
  return (
    <Box component="label" sx={{ ...row, color: disabled ? 'text.secondary' : 'text.primary' }}>
      <Box
        component="input"
        ref={ref}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange((event.target as HTMLInputElement).checked)}
        onBlur={onBlur}
        aria-describedby={describedBy}
        sx={track}
      />
      {children}
    </Box>
  );
}

const row = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: { xs: 36, sm: 44 },
  fontSize: { xs: '0.9375rem', sm: '1.0625rem' },
  cursor: 'pointer',
} as const;

const track = {
  appearance: 'none',
  flex: 'none',
  m: 0,
  width: 40,
  height: 24,
  borderRadius: '12px',
  border: 2,
  borderColor: 'text.disabled',
  bgcolor: 'background.paper',
  cursor: 'pointer',
  transition: 'background-color 150ms',
  '&::before': {
    content: '""',
    display: 'block',
    width: 14,
    height: 14,
    m: '3px',
    borderRadius: '50%',
    bgcolor: 'text.secondary',
    transition: 'transform 150ms',
  },
  '&:checked': { bgcolor: 'primary.main', borderColor: 'primary.main' },
  '&:checked::before': { bgcolor: 'primary.contrastText', transform: 'translateX(16px)' },
  '&:disabled': { opacity: 0.6, cursor: 'default' },
  // In forced colours the browser draws its own control, which is recognisable without backgrounds.
  '@media (forced-colors: active)': { appearance: 'auto', '&::before': { display: 'none' } },
} as const;
