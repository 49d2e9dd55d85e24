/** A coach's calendar on one day: no appointment (null), a free one, or one booked by the participant of this index. */
type Cell = null | 'free' | number;

/** An absence of a coach on a day, and what it changed. */
interface Absence {
  coach: number;
  day: number;
  before: Cell;
  /** The colleague who took the booking over; null if the booking was cancelled or there was none. */
  colleague: number | null;
  tick: number;
  minute: number;
  ended: null | 'undone' | 'ended';
}

/** The numbers of people and days, so small that steps often concern the same ones. */
export const size = { participants: 2, coaches: 2, days: 4 } as const;

/** One step: its action, and the people and days that it applies to. */
export interface Step {
  does: (typeof actions)[number];
  participant: number;
  coach: number;
  day: number;
  toCoach: number;
  toDay: number;
}
export const actions = [
  ...(['book', 'book', 'book', 'book', 'reschedule', 'cancel', 'move', 'series'] as const),
  ...(['absent', 'absent', 'absent', 'undo', 'undo', 'undo', 'end', 'wait', 'deliver', 'deliver'] as const),
];

/**
 * A small model of the calendar by the rules of the reference, in which each coach has at most one appointment a day.
 * Each method returns the answer that the portal must give, and changes the model as the portal must change its data;
 * null means that the step does not apply and is skipped.
 */
export class Model {
  readonly cells: Cell[][] = Array.from({ length: size.coaches }, () =>
    Array.from({ length: size.days }, () => 'free'),
  );
  readonly absences: Absence[] = [];
  /** The changes of participants' bookings: when they happened, and by which absence, if by one. */
  #marks: { participant: number; tick: number; by: Absence | null }[] = [];
  #tick = 0;
  #minute = 0;

  cellAt(coach: number, day: number): Cell {
    return this.cells[coach]?.[day] ?? null;
  }
  #set(coach: number, day: number, cell: Cell): void {
    const days = this.cells[coach];
    if (days) days[day] = cell;
  }
  #mark(participant: number, by: Absence | null = null): void {
    this.#marks.push({ participant, tick: ++this.#tick, by });
  }
  /** The number of the coach with whom a participant is booked on a day; -1 for none. */
  coachOf(participant: number, day: number): number {
    return this.cells.findIndex((days) => days[day] === participant);
  }
  bookingCount(participant: number): number {
    return this.cells.flat().filter((cell) => cell === participant).length;
  }
  absenceAt(coach: number, day: number): Absence | undefined {
    return this.absences.find((one) => one.coach === coach && one.day === day && one.ended === null);
  }

  book({ participant, coach, day }: Step): string | null {
    const cell = this.cellAt(coach, day);
    if (cell === null) return null;
    if (cell === participant) return 'success';
    if (cell !== 'free') return 'slotTaken';
    if (this.bookingCount(participant) >= 3) return 'limitReached';
    if (this.coachOf(participant, day) >= 0) return 'overlap';
    this.#set(coach, day, participant);
    this.#mark(participant);
    return 'success';
  }

  reschedule({ participant, day, toCoach, toDay }: Step): string | null {
    const coach = this.coachOf(participant, day);
    if (coach < 0 || this.cellAt(toCoach, toDay) === null) return null;
    if (this.cellAt(toCoach, toDay) !== 'free') return 'slotTaken';
    if (toDay !== day && this.coachOf(participant, toDay) >= 0) return 'overlap';
    this.#set(coach, day, 'free');
    this.#set(toCoach, toDay, participant);
    this.#mark(participant);
    return 'success';
  }

  cancel({ participant, day }: Step): string | null {
    const coach = this.coachOf(participant, day);
    if (coach < 0) return null;
    this.#set(coach, day, 'free');
    this.#mark(participant);
    return 'success';
  }

  move({ coach, day, toCoach, toDay }: Step): string | null {
    const [cell, target] = [this.cellAt(coach, day), this.cellAt(toCoach, toDay)];
    if (cell === null) return null;
    if (coach === toCoach && day === toDay) return 'success';
    if (this.absenceAt(toCoach, toDay)) return 'absent';
    if (cell === 'free' ? target !== null : typeof target === 'number') return 'overlap';
    if (cell !== 'free' && toDay !== day && this.coachOf(cell, toDay) >= 0) return 'participantOverlap';
    this.#set(toCoach, toDay, cell);
    this.#set(coach, day, cell === 'free' ? null : 'free');
    if (cell !== 'free') this.#mark(cell);
    return 'success';
  }

  /** The first and the last day of a series, and how many new appointments it creates. */
  series({ coach, day, toDay }: Step): { from: number; till: number; fresh: number } {
    const [from, till] = [Math.min(day, toDay), Math.max(day, toDay)];
    let fresh = 0;
    for (let one = from; one <= till; one++) {
      if (this.cellAt(coach, one) !== null || this.absenceAt(coach, one)) continue;
      this.#set(coach, one, 'free');
      fresh++;
    }
    return { from, till, fresh };
  }

  /** Plans an absence; returns the colleague who takes the booking over, if one is free. */
  beAbsent({ coach, day }: Step): { colleague: number | null } {
    if (this.absenceAt(coach, day)) return { colleague: null };
    const before = this.cellAt(coach, day);
    const free = this.cells.findIndex((days, other) => other !== coach && days[day] === 'free');
    const colleague = typeof before === 'number' && free >= 0 ? free : null;
    const absence: Absence = { coach, day, before, colleague, tick: 0, minute: this.#minute, ended: null };
    this.#set(coach, day, null);
    if (typeof before === 'number') {
      if (colleague !== null) this.#set(colleague, day, before);
      this.#mark(before, absence);
    }
    absence.tick = ++this.#tick;
    this.absences.push(absence);
    return { colleague };
  }

  undo(which: number): string {
    const absence = this.absences[which];
    if (!absence) throw new Error(`no absence ${which}`);
    const { coach, day, before, colleague, tick } = absence;
    if (absence.ended === 'undone') return 'success';
    const changedLater = this.#marks.some((mark) => mark.participant === before && mark.tick > tick);
    if (absence.ended === 'ended' || changedLater) return 'changed';
    if (this.#minute > absence.minute + 5) return 'tooLate';
    absence.ended = 'undone';
    this.#marks = this.#marks.filter(({ by }) => by !== absence);
    this.#set(coach, day, before);
    if (colleague !== null) this.#set(colleague, day, 'free');
    return 'success';
  }

  end(which: number): void {
    const absence = this.absences[which];
    if (absence) absence.ended ??= 'ended';
  }

  wait(minutes: number): void {
    this.#minute += minutes;
  }
}
