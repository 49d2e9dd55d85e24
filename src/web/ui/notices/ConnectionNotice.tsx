import { useEffect, useRef } from 'react';
import { useLostConnection } from '../../calls/connection.ts';
import { PlainButton } from '../buttons/PlainButton.tsx';

/**
 * Tells the user that there is no connection, that pages continue to load once it is back, and that no form can be sent
 * until then. The page leaves space for this notice (base.css).
 */
export function ConnectionNotice() {
  const checkNow = useLostConnection();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (!strip.current || !focused) return;
    // Scrolls the focused element clear of the strip.
    const { top, bottom } = focused.getBoundingClientRect();
    if (top < innerHeight && bottom > strip.current.offsetTop) focused.scrollIntoView({ block: 'nearest' });
  }, [checkNow]);
  return (
    <div role="status" className="no-print">
      {checkNow && (
        <div ref={strip} className="lost">
          Keine Verbindung. <span>Seiten laden von selbst weiter, sobald sie da ist. Absenden geht erst dann.</span>{' '}
          <PlainButton outlined onClick={checkNow}>
            Jetzt versuchen
          </PlainButton>
        </div>
      )}
    </div>
  );
}
