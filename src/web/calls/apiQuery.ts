import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Call, InputOf, OutputOf } from '../../shared/call.ts';
import { callApi, RequestError } from './api.ts';

/**
 * Lists are not refetched behind an open dialog: if the entry that holds the dialog left the list, the typed text would
 * be lost.
 */
const noDialog = () => document.querySelector('[role="dialog"]') === null;

/** The cached answers that the screens share. Lists are refetched when the window regains focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: noDialog,
      // Only temporary failures are retried: no answer, or an overloaded server.
      retry: (failures, error) =>
        failures < 1 && error instanceof RequestError && (error.status === 0 || error.status === 503),
    },
  },
});

interface Options {
  /** If false, the call is not made yet, for example until the user has made a choice. */
  enabled?: boolean;
  /** Keeps the last answer on the screen while the answer for another input is fetched. */
  keepPrevious?: boolean;
  /** How long an answer counts as fresh, in ms. */
  staleTime?: number;
  /** Refetches at this interval while the answer is on the screen, in ms. */
  refetchInterval?: number;
}

/** Makes a call and caches its answer: `const mine = useApiQuery(myAppointment, {})`. */
export function useApiQuery<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: Options = {},
): UseQueryResult<OutputOf<C>> {
  return useQuery<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => callApi(call, input, signal),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.keepPrevious ? { placeholderData: (last: unknown) => last as never } : {}),
  });
}

/** Marks the answers of these calls as stale and refetches those on the screen: `await invalidate(myAppointment)`. */
export async function invalidate(...calls: Pick<Call, 'path'>[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.path] })));
}

/** Keeps the answers of these calls when the user signs in or out: they are the same for everyone. */
export function keepAcrossUsers(...calls: Call[]): void {
  for (const { path } of calls) queryClient.setQueryDefaults([path], { meta: { forEveryone: true } });
}

const personalQueries = {
  predicate: ({ meta }: { meta?: Record<string, unknown> | undefined }) => !meta?.['forEveryone'],
};

/** Drops the answers for the person who has just signed out. */
export function clearPersonalAnswers() {
  queryClient.removeQueries(personalQueries);
}

/**
 * Refetches everything for the person who has just signed in; `keepPrevious` leaves the old answers on the screen meanwhile.
 */
export async function invalidateAll({ keep }: { keep: boolean }): Promise<void> {
  await (keep ? queryClient.invalidateQueries(personalQueries) : queryClient.resetQueries(personalQueries));
}
