import Button, { type ButtonProps } from '@mui/material/Button';
import { useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** Whose deletion this is, for screen readers: 'Lebenslauf.docx'. */
  what?: string;
}

const sure = 'Sicher?';

/** A destructive step: the first click arms ('Sicher?'), the second acts; disarmed after 5 s, by Escape, when left. */
export function TwoStepButton({ onConfirm, what, children, ...rest }: Props) {
  const { armed, step, disarm } = useTwoSteps(onConfirm);
  const text = armed ? sure : children;
  return (
    <Button
      color="error"
      variant={armed ? 'contained' : 'outlined'}
      {...rest}
      aria-label={what && typeof text === 'string' ? `${text} ${what}` : rest['aria-label']}
      onBlur={disarm}
      onClick={step}
      onKeyDown={(event) => {
        if (!armed || event.key !== 'Escape') return;
        // Escape takes back the nearest thing only: a dialog around the button stays open.
        event.stopPropagation();
        disarm();
      }}
    >
      {typeof children === 'string' ? (
        <span className="one-width" data-other={armed ? children : sure}>
          {text}
        </span>
      ) : (
        text
      )}
    </Button>
  );
}
