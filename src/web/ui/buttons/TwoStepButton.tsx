import Button, { type ButtonProps } from '@mui/material/Button';
import { sure, useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** The name of what is deleted, for screen readers: 'Lebenslauf.docx'. */
  what?: string;
}

/**
 * A destructive action: the first click arms it ('Sicher?'), the second one acts. It is disarmed after 5 s, by Escape,
 * or when the button loses the focus.
 */
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
        // Escape only disarms the button: a dialog around it stays open.
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
