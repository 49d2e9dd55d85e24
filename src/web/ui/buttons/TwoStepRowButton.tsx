import type { ComponentProps } from 'react';
import { confirmQuestion, useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** The name of the item that is deleted, for screen readers. */
  itemName: string;
  children: string;
}

/**
 * A `TwoStepButton` in a row of a table. It is a plain element that the table styles, since a page may have 500 rows.
 */
export function TwoStepRowButton({ onConfirm, itemName, children, ...rest }: Props) {
  const { isArmed, handleClick, disarm } = useTwoSteps(onConfirm);
  return (
    <button
      type="button"
      className={isArmed ? 'row-action armed' : 'row-action'}
      {...rest}
      aria-label={`${isArmed ? confirmQuestion : children} ${itemName}`}
      onBlur={disarm}
      onClick={handleClick}
      onKeyDown={({ key }) => key === 'Escape' && disarm()}
    >
      <span className="one-width" data-other={isArmed ? children : confirmQuestion}>
        {isArmed ? confirmQuestion : children}
      </span>
    </button>
  );
}
