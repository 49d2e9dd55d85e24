import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode;
  busy?: boolean;
  /** The text while busy ('Buchen...'). */
  busyText?: string;
  /** Why the button is disabled; '' or null while it is enabled. The reason is shown below it unless `reasonHidden`. */
  disabledReason?: string | null;
  /** Whether only screen readers get the reason, since it is already visible elsewhere. */
  reasonHidden?: boolean;
}

/** A button that keeps its width while busy, ignores clicks meanwhile, and shows why it is disabled. */
export function BusyButton({ children, busy = false, busyText, disabledReason, reasonHidden = false, ...rest }: Props) {
  const reasonId = useId();
  const isDisabled = Boolean(disabledReason);
  return (
    <>
      <Button
        variant="contained"
        {...rest}
        disabled={isDisabled}
        // Not `disabled` while busy: the browser would remove the focus.
        aria-disabled={busy || undefined}
        aria-busy={busy}
        style={busy ? { ...rest.style, opacity: 0.75, cursor: 'progress' } : rest.style}
        onClick={(event) => (busy ? event.preventDefault() : rest.onClick?.(event))}
        aria-describedby={isDisabled ? reasonId : rest['aria-describedby']}
      >
        {/* Both texts share one grid cell, so that the wider one sets the width. */}
        <span style={stack}>
          <span style={{ gridArea: '1 / 1', visibility: busy && busyText ? 'hidden' : 'visible' }}>{children}</span>
          {busyText && <span style={{ gridArea: '1 / 1', visibility: busy ? 'visible' : 'hidden' }}>{busyText}</span>}
        </span>
      </Button>
      {isDisabled && (
        <Typography
          id={reasonId}
          variant="body2"
          component="span"
          hidden={reasonHidden}
          sx={reasonHidden ? {} : { display: 'block', mt: 1, color: 'text.secondary' }}
        >
          {disabledReason}
        </Typography>
      )}
    </>
  );
}

const stack = { display: 'inline-grid', gridTemplateColumns: 'minmax(0, auto)', alignItems: 'center' } as const;
