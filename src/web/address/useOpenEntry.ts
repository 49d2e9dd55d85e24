import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Returns the id of the entry whose details are open beside a list, or null if none are open, and functions that open
 * and close them. The id is part of the address (`?termin=12`), so that a link can open the details. Opening them adds
 * a history entry, and going back closes them.
 */
export function useOpenEntry(name: string) {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const id = Number(search.get(name));
  const state = (location.state ?? {}) as { visitKey?: string; opened?: boolean };
  const addressWith = (key: number | null) => {
    const next = new URLSearchParams(search);
    if (key === null) next.delete(name);
    else next.set(name, String(key));
    return `?${next.toString()}`;
  };
  const openId = Number.isSafeInteger(id) && id > 0 ? id : null;
  return {
    openId,
    /** Opens an entry, and closes the one that was open. */
    openEntry: (key: number) => {
      const visitKey = state.visitKey ?? location.key;
      void navigate(addressWith(key), {
        replace: openId !== null,
        preventScrollReset: true,
        state: { visitKey, opened: openId === null || state.opened === true },
      });
    },
    close: () => {
      // Details that a link has opened have no list to go back to.
      if (state.opened) void navigate(-1);
      else
        void navigate(addressWith(null), {
          replace: true,
          preventScrollReset: true,
          state: { visitKey: state.visitKey },
        });
    },
  };
}
