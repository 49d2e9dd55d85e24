import { germanDayBriefly } from '../../shared/berlin.ts';
import { maxSelfBooked, statuses } from '../../shared/coaching.ts';
import type { ParticipantHit } from '../../features/participants/contract.ts';

/** What the line needs to know about a participant. */
type Facts = Pick<ParticipantHit, 'selfBooked' | 'appointments'>;

/** Returns how many of their Einzelcoachings a participant has booked: '2 von 3 Einzelcoachings selbst gebucht'. */
export const describeQuota = ({ selfBooked }: Pick<Facts, 'selfBooked'>): string =>
  `${selfBooked} von ${maxSelfBooked} Einzelcoachings selbst gebucht`;

/**
 * Returns the appointments that a participant has ahead, the soonest by name: 'Nächster Termin: Do, 03.12., 10:00 Uhr
 * bei Cleo Rat, danach 1 weiterer'. `now` is the Berlin wall clock.
 */
export function describeBookedAhead({ appointments }: Facts, now: { date: string; time: string }): string {
  const ahead = appointments.data
    .filter(({ status, date, timeSlot }) => {
      const end = `${date} ${timeSlot.slice(-5)}`;
      return status === statuses.booked && end > `${now.date} ${now.time}`;
    })
    .toSorted((a, b) => (`${a.date} ${a.timeSlot}` < `${b.date} ${b.timeSlot}` ? -1 : 1));
  const [next] = ahead;
  if (!next) return 'Kein Termin steht an';
  const more = ahead.length - 1;
  const rest = more === 0 ? '' : `, danach ${more} ${more === 1 ? 'weiterer' : 'weitere'}`;
  const start = `${germanDayBriefly(next.date, now.date)}, ${next.timeSlot.slice(0, 5)} Uhr`;
  return `Nächster Termin: ${start} bei ${next.coachFullName}${rest}`;
}
