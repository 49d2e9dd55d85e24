import { listMyAppointments } from '../../features/booking/contract.ts';
import { germanDate, instantOf, weekday } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { roles } from '../../shared/roles.ts';
import type { OutputOf } from '../../shared/call.ts';
import { queryClient } from '../../web/calls/apiQuery.ts';
import { keepAppointments } from '../../web/offlineAppointments.ts';
import { currentSession } from '../../web/session.ts';

/**
 * Keeps a participant's next appointments in this browser whenever they have been loaded, and installs the worker that
 * shows them when a page cannot be loaded (reference 1.11).
 */
export function keepForOffline(): void {
  const keep = () => {
    const { state, user } = currentSession();
    if (state !== 'signedIn' || user.role.value !== roles.participant.value) return;
    const list = queryClient.getQueryData<OutputOf<typeof listMyAppointments>>([listMyAppointments.path, {}]);
    if (!list) return;
    keepAppointments(list.data.flatMap(toOfflineAppointment));
    // Without the worker the page goes on as before.
    navigator.serviceWorker?.register('/offline-worker.js').catch(() => {});
  };
  keep();
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === listMyAppointments.path && query.state.status === 'success') keep();
  });
}

function toOfflineAppointment(appointment: OutputOf<typeof listMyAppointments>['data'][number]) {
  const { status, date, start, end, coach, href, meta } = appointment;
  const endsAt = instantOf(date, end.slice(0, 5));
  if (status !== statuses.booked || meta.past || !endsAt) return [];
  const day = `${weekday(date)}, ${germanDate(date)}`;
  const time = `${start.slice(0, 5)} bis ${end.slice(0, 5)} Uhr`;
  return [{ day, time, coach, link: href, endsAt: endsAt.getTime() }];
}
