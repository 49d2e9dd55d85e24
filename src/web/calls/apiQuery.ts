import { QueryClient, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { Call, InputOf, OutputOf } from '../../shared/call.ts';
import { callApi, RequestError } from './api.ts';

/**
 * Whether no dialog is open. Lists are not refetched behind an open dialog: if the entry that renders the dialog left
 * the list, the text typed into the dialog would be lost.
 */
const noDialogIsOpen = () => document.querySelector('[role="dialog"]') === null;

/** The cache of responses that the screens share. Responses are refetched when the window regains focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: noDialogIsOpen,
      // Only temporary failures are retried: no response, or an overloaded server.
      retry: (failures, error) =>
        failures < 1 && error instanceof RequestError && (error.status === 0 || error.status === 503),
    },
  },
});

interface Options<Data> {
  /** Whether to make the call, by default true. It can be false, for example, until the user has made a choice. */
  enabled?: boolean;
  /** Whether the last response stays on the screen while the response for another input is fetched. */
  keepPrevious?: boolean;
  /** How long a response counts as fresh, in ms. */
  staleTime?: number;
  /**
   * The interval at which the response is refetched while it is on the screen and the window is visible, in ms; or a
   * function of the query that returns it, or false for none.
   */
  refetchInterval?: NonNullable<UseQueryOptions<Data>['refetchInterval']>;
}

/** Makes a call and caches its response: `const coaches = useApiQuery(getCoachList, {})`. */
export function useApiQuery<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: Options<OutputOf<C>> = {},
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

/** Marks the responses of calls as stale and refetches those on the screen: `await invalidate(getCoachList)`. */
export async function invalidate(...calls: Pick<Call, 'path'>[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.path] })));
}

/** Keeps the responses of calls in the cache when a user signs in or out, because they are the same for everyone. */
export function keepAcrossUsers(...calls: Call[]): void {
  for (const { path } of calls) queryClient.setQueryDefaults([path], { meta: { forEveryone: true } });
}

const personalQueries = {
  predicate: ({ meta }: { meta?: Record<string, unknown> | undefined }) => !meta?.['forEveryone'],
};

/** Clears the cached responses for the user who has just signed out. */
export function clearPersonalResponses() {
  queryClient.removeQueries(personalQueries);
}

/**
 * Refetches all personal responses, for example for the user who has just signed in. With `keepOldData`, the old
 * responses stay on the screen meanwhile.
 */
export async function invalidateAll({ keepOldData }: { keepOldData: boolean }): Promise<void> {
  await (keepOldData ? queryClient.invalidateQueries(personalQueries) : queryClient.resetQueries(personalQueries));
}
