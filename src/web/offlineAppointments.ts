const key = 'offlineAppointments';

/** What the browser keeps of an upcoming appointment, to show it without a connection (reference 1.11). */
export interface OfflineAppointment {
  /** 'Montag, 30.11.2026' */
  day: string;
  /** '10:00 bis 10:45 Uhr' */
  time: string;
  coach: string;
  /** The link to the meeting; null if there is none. */
  link: string | null;
  /** The end, in milliseconds since 1970. */
  endsAt: number;
}

/** Replaces the appointments that this browser keeps. */
export function keepAppointments(appointments: readonly OfflineAppointment[]): void {
  localStorage.setItem(key, JSON.stringify(appointments));
}

/** Returns the kept appointments that are not over at `now`, in milliseconds since 1970. */
export function readKeptAppointments(now: number): OfflineAppointment[] {
  const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as OfflineAppointment[];
  return kept.filter(({ endsAt }) => endsAt > now);
}

/** Deletes the kept appointments, because their session has ended or another person has signed in. */
export function deleteKeptAppointments(): void {
  localStorage.removeItem(key);
}
