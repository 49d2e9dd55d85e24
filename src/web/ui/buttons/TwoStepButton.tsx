import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { confirmQuestion, useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ButtonProps, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** The name of the item that is deleted, for screen readers: 'Lebenslauf.docx'. */
  itemName?: string;
  /** What is shown after the button while it is armed, such as what the second click does. */
  whenArmed?: ReactNode;
}

/**
 * The button of a destructive action. The first click arms it ('Sicher?'), and the second click starts the action. It
 * is disarmed after 5 s (30 s with `whenArmed`), by Escape, or when it loses the focus.
 */
export function TwoStepButton({ onConfirm, itemName, whenArmed, children, ...rest }: Props) {
  const { isArmed, handleClick, disarm } = useTwoSteps(onConfirm, Boolean(whenArmed));
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
  return (
    <>
      {button}
      {isArmed && whenArmed}
    </>
  );
}
