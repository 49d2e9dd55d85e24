import { useSearchParams } from 'react-router';

/**
 * What is chosen in the address, and a way to change it: an empty value takes its name out. Every change begins at the
 * first page (`seite`) unless it names one, and leaves the screen where it is scrolled to.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (changed: Record<string, string>, { replace = false } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('seite');
        for (const [name, value] of Object.entries(changed))
          if (value) after.set(name, value);
          else after.delete(name);
        return after;
      },
      { replace, preventScrollReset: true },
    );
  return { params, change };
}

/** The chosen page (`seite`) and its setter; the first one where the address names none that can be. */
export function usePageInAddress() {
  const { params, change } = useAddress();
  const wanted = Number(params.get('seite') ?? 1);
  return {
    page: Number.isInteger(wanted) && wanted >= 1 && wanted <= 100_000 ? wanted : 1,
    setPage: (page: number, options?: { replace?: boolean }) =>
      change({ seite: page > 1 ? String(page) : '' }, options),
  };
}

/** The chosen coach (`coach`, an id) and its setter; null for all. */
export function useCoachInAddress() {
  const { params, change } = useAddress();
  const coach = Number(params.get('coach'));
  return {
    coach: Number.isSafeInteger(coach) && coach > 0 ? coach : null,
    setCoach: (id: number | null) => change({ coach: id === null ? '' : String(id) }),
  };
}
