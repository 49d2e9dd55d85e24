import Button from '@mui/material/Button';
import { useEffect, useRef, type RefObject } from 'react';

interface Props {
  /** The list's element, in which each row has `data-entry`. */
  list: RefObject<HTMLElement | null>;
  /** The number of appointments that have begun. They come first in the list. */
  begun: number;
  page: number;
  pageSize: number;
  /** The ids of the rows that are shown, null while those of another page are loading. */
  ids: readonly number[] | null;
  setPage: (page: number) => void;
}

/**
 * The button that leads from appointments that have begun, at the beginning of a list in the order of start, to the next
 * one, which may be on a later page. Nothing while the page begins with one that has not begun.
 */
export function NextAppointment({ list, begun, page, pageSize, ids, setPage }: Props) {
  const isWanted = useRef(false);
  const nextPage = Math.floor(begun / pageSize) + 1;
  const nextId = page === nextPage ? ids?.[begun % pageSize] : undefined;
  useEffect(() => {
    if (isWanted.current && nextId !== undefined) return focusRow(list, nextId, () => (isWanted.current = false));
    return undefined;
  }, [list, nextId]);
  const goToNext = () => {
    isWanted.current = true;
    if (page !== nextPage) setPage(nextPage);
    else if (nextId !== undefined) focusRow(list, nextId, () => (isWanted.current = false));
  };
  if ((page - 1) * pageSize >= begun) return null;
  return (
    <Button size="small" className="no-print" onClick={goToNext}>
      Zum nächsten Termin
    </Button>
  );
}

/** Focuses a row as soon as it is drawn, and calls `onDone`. Returns a function that ends the waiting. */
function focusRow(list: RefObject<HTMLElement | null>, id: number, onDone: () => void) {
  let frame = 0;
  const tryToFocus = () => {
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`);
    if (!row) return void (frame = requestAnimationFrame(tryToFocus));
    row.focus({ preventScroll: true });
    row.scrollIntoView();
    onDone();
  };
  tryToFocus();
  return () => cancelAnimationFrame(frame);
}
