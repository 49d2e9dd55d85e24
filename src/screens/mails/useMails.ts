import { useInfiniteQuery } from '@tanstack/react-query';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi } from '../../web/calls/api.ts';
import { oneOfParam, textParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { getMails } from '../../features/mail/contract.ts';
import { mailStates, type MailState } from '../../features/mail/rules.ts';

/** The filters of the list; an empty filter ('') matches every mail. */
export interface MailFilters {
  person: string;
  state: MailState | '';
}

/** The German labels of the states, and the names of the states in the URL. */
export const stateNames: Record<MailState, { label: string; nameInUrl: string }> = {
  waiting: { label: 'Wartet', nameInUrl: 'wartet' },
  retrying: { label: 'Wird wieder versucht', nameInUrl: 'erneut' },
  sent: { label: 'Gesendet', nameInUrl: 'gesendet' },
  failed: { label: 'Gescheitert', nameInUrl: 'gescheitert' },
  overtaken: { label: 'Nicht mehr nötig', nameInUrl: 'hinfaellig' },
};

const params = {
  person: textParam('person', maxLengths.email),
  state: oneOfParam('zustand', mailStates, '', (state) => stateNames[state].nameInUrl),
};

/** The filters in the URL (`?person=…&zustand=…`); setting them scrolls to the top. */
export function useMailFilters() {
  const { filters, setFilters } = useSearchFilters<MailFilters>(params);
  return { filters, setFilters: (next: MailFilters) => setFilters(next, { preventScrollReset: false }) };
}

/** Loads the mails page by page, newest first. */
export function useMails({ person, state }: MailFilters) {
  return useInfiniteQuery({
    queryKey: [getMails.path, person, state],
    queryFn: ({ pageParam, signal }) => callApi(getMails, { person, state: state || null, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
  });
}
