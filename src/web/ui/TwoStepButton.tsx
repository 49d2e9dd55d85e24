import Button, { type ButtonProps } from '@mui/material/Button';
import { useEffect, useState } from 'react';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** Whose deletion this is, for screen readers: 'Lebenslauf.docx'. */
  what?: string;
}

const armedFor = 5_000;

/** A destructive step: the first click arms ('Sicher?'), the second one acts; disarmed after 5 s or when left. */
export function TwoStepButton({ onConfirm, what, children, ...rest }: Props) {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    if (!armed) return;
    const timer = setTimeout(() => setArmed(false), armedFor);
    return () => clearTimeout(timer);
  }, [armed]);
  const text = armed ? 'Sicher?' : children;
  return (
    <Button
      color="error"
      variant={armed ? 'contained' : 'outlined'}
      {...rest}
      aria-label={what && typeof text === 'string' ? `${text} ${what}` : rest['aria-label']}
      onBlur={() => setArmed(false)}
      onClick={() => {
        setArmed(!armed);
        if (armed) onConfirm();
      }}
    >
      {text}
    </Button>
  );
}
