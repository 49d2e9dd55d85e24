import { useInfiniteQuery } from '@tanstack/react-query';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi } from '../../web/calls/api.ts';
import { oneOfParam, textParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { getMails } from '../../features/mail/contract.ts';
import { stateFilters, type MailState, type StateFilter } from '../../features/mail/rules.ts';

/** The filters of the list; an empty filter ('') matches every mail. */
export interface MailFilters {
  person: string;
  state: StateFilter | '';
}

/** The German labels of the states and filters, and their names in the URL. */
export const stateNames: Record<StateFilter, { label: string; nameInUrl: string }> = {
  waiting: { label: 'Wartet', nameInUrl: 'wartet' },
  retrying: { label: 'Wird wieder versucht', nameInUrl: 'erneut' },
  sent: { label: 'Gesendet', nameInUrl: 'gesendet' },
  failed: { label: 'Gescheitert', nameInUrl: 'gescheitert' },
  overtaken: { label: 'Nicht mehr nötig', nameInUrl: 'hinfaellig' },
  undelivered: { label: 'Nicht angekommen', nameInUrl: 'nicht-angekommen' },
};

const params = {
  person: textParam('person', maxLengths.email),
  state: oneOfParam('zustand', stateFilters, '', (state) => stateNames[state].nameInUrl),
};

/** The filters in the URL (`?person=…&zustand=…`); setting them scrolls to the top. */
export function useMailFilters() {
  const { filters, setFilters } = useSearchFilters<MailFilters>(params);
  return { filters, setFilters: (next: MailFilters) => setFilters(next, { preventScrollReset: false }) };
}

/** The states of mails that are still to be sent. */
const unsentStates: MailState[] = ['waiting', 'retrying'];
const refetchMs = 10_000;

/**
 * Loads the mails page by page, newest first. The first page alone is loaded again every ten seconds while one of its
 * mails is still to be sent.
 */
export function useMails({ person, state }: MailFilters) {
  return useInfiniteQuery({
    queryKey: [getMails.path, person, state],
    queryFn: ({ pageParam, signal }) => callApi(getMails, { person, state: state || null, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    refetchInterval: ({ state: { data } }) => {
      const [firstPage, secondPage] = data?.pages ?? [];
      const canChange = !secondPage && firstPage?.data.some(({ state }) => unsentStates.includes(state));
      return canChange ? refetchMs : false;
    },
  });
}
