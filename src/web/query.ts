import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getLocations, getPortal } from '../portal/contract.ts';
import type { Call, InputOf, OutputOf } from '../shared/call.ts';
import { ask, Fault } from './api.ts';

/** A dialog stands over a list as it was: should its entry leave the list, what was typed there would go with it. */
const noDialog = () => document.querySelector('[role="dialog"]') === null;

/** What the screens know of the server. Lists renew themselves when the window regains focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: noDialog,
      // Only what can pass by itself is tried again: no answer, or an overloaded server.
      retry: (failures, error) =>
        failures < 1 && error instanceof Fault && (error.status === 0 || error.status === 503),
    },
  },
});

interface Options {
  /** False waits, for example until a choice is made. */
  enabled?: boolean;
  /** Keeps the last answer on the screen while another input is being asked. */
  keep?: boolean;
  /** For how long an answer is good without asking again, in ms. */
  staleTime?: number;
  /** Asks again and again while it is on the screen, after so many ms. */
  every?: number;
}

/** Asks a call and keeps its answer: `const mine = useAsk(myAppointment, {})`. */
export function useAsk<C extends Call>(call: C, input: InputOf<C>, options: Options = {}): UseQueryResult<OutputOf<C>> {
  return useQuery<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => ask(call, input, signal),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.every === undefined ? {} : { refetchInterval: options.every }),
    ...(options.keep ? { placeholderData: (last: unknown) => last as never } : {}),
  });
}

/** Marks the answers of these calls as old and asks again where they are on the screen: `await renew(myAppointment)`. */
export async function renew(...calls: Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.path] })));
}

/** Answers that are the same for everybody, whoever signs in or out. */
const ofEverybody = new Set<unknown>([getPortal.path, getLocations.path]);
const personal = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !ofEverybody.has(queryKey[0]) };

/** Forgets what the server told the person who has just left. */
export function forgetAnswers() {
  queryClient.removeQueries(personal);
}

/** Asks everything anew for the person who has just come; `keep` leaves the old answers on the screen meanwhile. */
export async function renewAll({ keep }: { keep: boolean }): Promise<void> {
  await (keep ? queryClient.invalidateQueries(personal) : queryClient.resetQueries(personal));
}

type Portal = OutputOf<typeof getPortal>['data'];

/** The provider's name, links and addresses; they do not change while the page is open. */
export function usePortal(): Portal | undefined {
  return useAsk(getPortal, {}, { staleTime: Infinity }).data?.data;
}

/** Takes over what the server wrote of the provider into the document, so that nobody has to ask for it. */
export function takePortal(data: Portal): void {
  queryClient.setQueryData([getPortal.path, {}], { data });
}
