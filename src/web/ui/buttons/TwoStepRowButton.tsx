import type { ComponentProps } from 'react';
import { sure, useTwoSteps } from './useTwoSteps.ts';

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** Runs on the second click. */
  onConfirm: () => void;
  /** The name of what is deleted, for screen readers. */
  what: string;
  children: string;
}

/** A `TwoStepButton` in a row of a table: plain, and styled by the table, since a page may have 500 rows. */
export function TwoStepRowButton({ onConfirm, what, children, ...rest }: Props) {
  const { armed, step, disarm } = useTwoSteps(onConfirm);
  return (
    <button
      type="button"
      className={armed ? 'row-action armed' : 'row-action'}
      {...rest}
      aria-label={`${armed ? sure : children} ${what}`}
      onBlur={disarm}
      onClick={step}
      onKeyDown={({ key }) => key === 'Escape' && disarm()}
    >
      <span className="one-width" data-other={armed ? children : sure}>
        {armed ? sure : children}
      </span>
    </button>
  );
}
