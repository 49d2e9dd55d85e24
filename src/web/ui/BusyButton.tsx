import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode;
  busy?: boolean;
  /** What the button says while busy ('Buchen...'). */
  busyText?: string;
  /** Why the button is off, '' or null when it is on. Stands below it unless `reasonHidden`. */
  disabledReason?: string | null;
  /** The reason already stands elsewhere on the screen: keep it for screen readers alone. */
  reasonHidden?: boolean;
}

/** A button that keeps its width while busy, ignores a second click, and says why it is off. */
export function BusyButton({ children, busy = false, busyText, disabledReason, reasonHidden = false, ...rest }: Props) {
  const reasonId = useId();
  const off = Boolean(disabledReason);
  return (
    <>
      <Button
        variant="contained"
        {...rest}
        disabled={off}
        // Not `disabled` while busy: the browser would take the focus away.
        aria-disabled={busy || undefined}
        aria-busy={busy}
        style={busy ? { ...rest.style, opacity: 0.75, cursor: 'progress' } : rest.style}
        onClick={(event) => (busy ? event.preventDefault() : rest.onClick?.(event))}
        aria-describedby={off ? reasonId : rest['aria-describedby']}
      >
        {/* Both texts lie on one grid cell, so that the wider one gives the width. */}
        <span style={stack}>
          <span style={{ gridArea: '1 / 1', visibility: busy && busyText ? 'hidden' : 'visible' }}>{children}</span>
          {busyText && <span style={{ gridArea: '1 / 1', visibility: busy ? 'visible' : 'hidden' }}>{busyText}</span>}
        </span>
      </Button>
      {off && (
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

const stack = { display: 'inline-grid' } as const;
