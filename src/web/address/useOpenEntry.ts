import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Returns the id of the entry whose details are open beside a list, or null if none are open, and functions that open
 * and close them. The id is the parameter `paramName` of the URL (`?termin=12`), so that a link can open the details.
 * Opening them adds a history entry, and going back closes them. The history entries of one visit to the list share a
 * `visitKey` (see `useRange`).
 */
export function useOpenEntry(paramName: string) {
  const { openKey, ...rest } = useOpenKey<number>(paramName);
  const idInUrl = Number(openKey);
  return { ...rest, openId: Number.isSafeInteger(idInUrl) && idInUrl > 0 ? idInUrl : null };
}

/** Like `useOpenEntry`, for entries whose keys need not be numbers. `openKey` is the text in the URL, or null. */
export function useOpenKey<Key extends string | number>(paramName: string) {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const state = (location.state ?? {}) as { visitKey?: string; opened?: boolean };
  // Whether the entry was opened in the list, not by a link.
  const isOpenedInList = state.opened === true;
  const urlWith = (id: Key | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete(paramName);
    else next.set(paramName, String(id));
    return `?${next.toString()}`;
  };
  const openKey = search.get(paramName);
  return {
    openKey,
    /** Opens an entry, and closes the one that was open. */
    openEntry: (id: Key) => {
      const visitKey = state.visitKey ?? location.key;
      void navigate(urlWith(id), {
        replace: openKey !== null,
        preventScrollReset: true,
        state: { visitKey, opened: openKey === null || isOpenedInList },
      });
    },
    close: () => {
      // Details that a link has opened have no list to go back to.
      if (isOpenedInList) void navigate(-1);
      else
        void navigate(urlWith(null), {
          replace: true,
          preventScrollReset: true,
          state: { visitKey: state.visitKey },
        });
    },
  };
}
