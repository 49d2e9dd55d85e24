import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ask } from '../../web/api.ts';
import { getMails } from '../contract.ts';
import { mailStates, type MailState } from '../rules.ts';

/** What the list is narrowed to; '' leaves a filter out. */
export interface MailFilters {
  person: string;
  state: MailState | '';
}

/** The states in the team's words, and as they stand in the address. */
export const stateWords: Record<MailState, { label: string; inAddress: string }> = {
  waiting: { label: 'Wartet', inAddress: 'wartet' },
  retrying: { label: 'Wird wieder versucht', inAddress: 'erneut' },
  sent: { label: 'Gesendet', inAddress: 'gesendet' },
  failed: { label: 'Gescheitert', inAddress: 'gescheitert' },
  overtaken: { label: 'Nicht mehr nötig', inAddress: 'hinfaellig' },
};

/** The filters of the address (`?person=…&zustand=…`); what is wrong there counts as absent. */
export function useMailFilters() {
  const [params, setParams] = useSearchParams();
  const word = params.get('zustand');
  const filters: MailFilters = {
    person: (params.get('person') ?? '').trim().slice(0, 254),
    state: mailStates.find((state) => stateWords[state].inAddress === word) ?? '',
  };
  const setFilters = ({ person, state }: MailFilters) =>
    setParams({ ...(person ? { person } : {}), ...(state ? { zustand: stateWords[state].inAddress } : {}) });
  return { filters, setFilters };
}

/** Mails, newest first, as far as they have been fetched. */
export function useMails({ person, state }: MailFilters) {
  return useInfiniteQuery({
    queryKey: [getMails.path, person, state],
    queryFn: ({ pageParam, signal }) => ask(getMails, { person, state: state || null, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
  });
}
