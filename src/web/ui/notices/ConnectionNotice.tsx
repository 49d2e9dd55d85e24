import { useEffect, useRef } from 'react';
import { useConnectionCheck } from '../../calls/connection.ts';
import { PlainButton } from '../buttons/PlainButton.tsx';

/**
 * Tells the user that there is no connection, that pages continue to load once it is back, and that no form can be sent
 * until then. The page leaves space for this notice (base.css).
 */
export function ConnectionNotice() {
  const checkNow = useConnectionCheck();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focusedElement = document.activeElement;
    if (!strip.current || !focusedElement) return;
    // Scrolls the focused element clear of the strip.
    const { top, bottom } = focusedElement.getBoundingClientRect();
    if (top < innerHeight && bottom > strip.current.offsetTop) focusedElement.scrollIntoView({ block: 'nearest' });
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
