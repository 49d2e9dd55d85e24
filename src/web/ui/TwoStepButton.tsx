import Button, { type ButtonProps } from '@mui/material/Button';
import { useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** Whose deletion this is, for screen readers: 'Lebenslauf.docx'. */
  what?: string;
}

const sure = 'Sicher?';

/** A destructive step: the first click arms ('Sicher?'), the second one acts; disarmed after 5 s or when left. */
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
