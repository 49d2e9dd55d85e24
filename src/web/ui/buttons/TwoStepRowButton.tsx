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
  const { armed, handleClick, disarm } = useTwoSteps(onConfirm);
  return (
    <button
      type="button"
      className={armed ? 'row-action armed' : 'row-action'}
      {...rest}
      aria-label={`${armed ? confirmQuestion : children} ${itemName}`}
      onBlur={disarm}
      onClick={handleClick}
      onKeyDown={({ key }) => key === 'Escape' && disarm()}
    >
      <span className="one-width" data-other={armed ? children : confirmQuestion}>
        {armed ? confirmQuestion : children}
      </span>
    </button>
  );
}
