import type { Delivery } from '../../features/webhooks/contract.ts';

/** How long before its next try a delivery counts as being sent, in ms, so that a wrong clock here does not matter. */
const dueWithin = 10_000;

/** How often the list is refreshed while something is being sent, and while something waits for a later try, in ms. */
const pauses = { sending: 1_000, waiting: 15_000 };

/** What a webhook’s deliveries depend on: whether it is active, and the current time in ms. */
interface Facts {
  active: boolean;
  now: number;
}

/** Whether the portal sends a delivery at this moment. For a webhook that is not active it sends nothing. */
export function isBeingSent({ status, nextAt }: Pick<Delivery, 'status' | 'nextAt'>, { active, now }: Facts): boolean {
  return active && status === 'waiting' && nextAt !== null && Date.parse(nextAt) <= now + dueWithin;
}

/** The time until the list of deliveries is refreshed, in ms; false if nothing of it will change by itself. */
export function pauseUntilRefresh(
  deliveries: readonly Pick<Delivery, 'status' | 'nextAt'>[],
  facts: Facts,
): number | false {
  if (deliveries.some((delivery) => isBeingSent(delivery, facts))) return pauses.sending;
  return facts.active && deliveries.some(({ status }) => status === 'waiting') ? pauses.waiting : false;
}
