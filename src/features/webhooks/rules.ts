import { toFieldErrors, type FieldError } from '../../shared/call.ts';

/** The events that webhooks can get (reference 18.2). */
export const webhookEvents = [
  'appointment.booked',
  'appointment.rescheduled',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.missed',
  'appointment.restored',
  'participant.registered',
  'participant.confirmed',
  'participant.changed',
  'participant.inactivated',
  'participant.anonymised',
  'rating.created',
  'document.uploaded',
  'document.answered',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The states of a delivery. A waiting one is tried again, a failed one only if an admin queues it again. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

/** The limits of webhooks: how many there can be, the length of an address, and the deliveries on a page. */
export const webhookLimits = { webhooks: 10, url: 2000, deliveriesPerPage: 50 } as const;

/** How long both secrets sign after a webhook got a new one, in hours (reference 18.1). */
export const oldSecretHours = 24;

/** How long deliveries are kept, in days (reference 18.5). */
export const deliveryDays = 30;

/** The delays after failed tries, in seconds. After one more failure the delivery is given up (reference 18.4). */
export const retryDelays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** How long a webhook may fail before it is switched off, in days (reference 18.4). */
const maxFailingDays = 5;

/** The status with which a receiver says that it wants nothing any more (reference 18.4). */
const goneStatus = 410;

/** The errors of a form for a webhook; a change can lack either field (reference 18.1). */
export function findWebhookErrors({
  url,
  events,
}: {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
}): FieldError[] {
  return toFieldErrors({
    url:
      url === undefined || URL.canParse(url)
        ? null
        : 'Bitte gib eine vollständige Adresse ein, zum Beispiel https://empfang.example/portal.',
    events: events?.length === 0 ? 'Bitte wähle mindestens ein Ereignis.' : null,
  });
}

/** Whether a status of HTTP means that the receiver has taken the event (reference 18.4). */
export const isDelivered = (httpStatus: number | null): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** Seconds until the next try after so many failed ones; null if the delivery is given up (reference 18.4). */
export function secondsUntilRetry(failures: number): number | null {
  return retryDelays[failures - 1] ?? null;
}

/** Whether a webhook is switched off after a failed try (reference 18.4). `httpStatus` is null without an answer. */
export function isSwitchedOff(failure: { httpStatus: number | null; failingSince: Date; now: Date }): boolean {
  const failingDays = (failure.now.getTime() - failure.failingSince.getTime()) / 86_400_000;
  return failure.httpStatus === goneStatus || failingDays >= maxFailingDays;
}
