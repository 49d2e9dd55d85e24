import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { confirmQuestion, useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** The name of the item that is deleted, for screen readers: 'Lebenslauf.docx'. */
  itemName?: string;
  /** What the second click does, in a sentence that is shown below the button while it is armed. */
  consequence?: string;
}

/**
 * The button of a destructive action. The first click arms it ('Sicher?'), and the second click starts the action. It
 * is disarmed after 5 s, by Escape, or when it loses the focus.
 */
export function TwoStepButton({ onConfirm, itemName, consequence, children, ...rest }: Props) {
  const { isArmed, handleClick, disarm } = useTwoSteps(onConfirm);
  const text = isArmed ? confirmQuestion : children;
  const button = (
    <Button
      color="error"
      variant={isArmed ? 'contained' : 'outlined'}
      {...rest}
      aria-label={itemName && typeof text === 'string' ? `${text} ${itemName}` : rest['aria-label']}
      onBlur={disarm}
      onClick={handleClick}
      onKeyDown={(event) => {
        if (!isArmed || event.key !== 'Escape') return;
        // Escape only disarms the button, so a dialog around it stays open.
        event.stopPropagation();
        disarm();
      }}
    >
      {typeof children === 'string' ? (
        <span className="one-width" data-other={isArmed ? children : confirmQuestion}>
          {text}
        </span>
      ) : (
        text
      )}
    </Button>
  );
  if (!consequence) return button;
  return (
    <div>
      {button}
      <Typography aria-live="polite" variant="body2" sx={{ maxWidth: '36ch', '&:not(:empty)': { mt: 1 } }}>
        {isArmed && consequence}
      </Typography>
    </div>
  );
}
