/** A coach's calendar on one day: no appointment (null), a free one, or one booked by the participant at this index. */
type Cell = null | 'free' | number;

/** An absence of a coach on a day, and how it changed the calendar. */
interface Absence {
  coach: number;
  day: number;
  /** The coach's calendar on that day before the absence. */
  before: Cell;
  /** The colleague who took over the booking; null if no colleague did or there was no booking. */
  colleague: number | null;
  /** The number of the absence in the order of all changes. */
  tick: number;
  /** The model's time at which the absence was planned, in minutes. */
  minute: number;
  ended: null | 'undone' | 'ended';
}

/** The numbers of people and days. They are so small that steps often concern the same people and days. */
export const size = { participants: 2, coaches: 2, days: 4 } as const;

/** One step: its action, and the people and days that it applies to. */
export interface Step {
  action: (typeof actions)[number];
  participant: number;
  coach: number;
  day: number;
  toCoach: number;
  toDay: number;
}
/** The actions. The generator chooses an action more often if it is listed several times. */
export const actions = [
  ...(['book', 'book', 'book', 'book', 'reschedule', 'cancel', 'move', 'series'] as const),
  ...(['absent', 'absent', 'absent', 'undo', 'undo', 'undo', 'end', 'wait', 'deliver', 'deliver'] as const),
];

/**
 * A small model of the calendar by the rules of the reference, in which each coach has at most one appointment a day.
 * Each method returns the result that the portal must return, and changes the model as the portal must change its data;
 * null means that the step does not apply and is skipped.
 */
export class Model {
  readonly cells: Cell[][] = Array.from({ length: size.coaches }, () =>
    Array.from({ length: size.days }, () => 'free'),
  );
  readonly absences: Absence[] = [];
  /** The changes to participants' bookings, each with its time and the absence that caused it, if any. */
  #changes: { participant: number; tick: number; absence: Absence | null }[] = [];
  #tick = 0;
  #minute = 0;

  cellAt(coach: number, day: number): Cell {
    return this.cells[coach]?.[day] ?? null;
  }
  #set(coach: number, day: number, cell: Cell): void {
    const days = this.cells[coach];
    if (days) days[day] = cell;
  }
  #recordChange(participant: number, absence: Absence | null = null): void {
    this.#changes.push({ participant, tick: ++this.#tick, absence });
  }
  /** The index of the coach with whom a participant has a booking on a day; -1 if there is none. */
  findCoach(participant: number, day: number): number {
    return this.cells.findIndex((days) => days[day] === participant);
  }
  countBookings(participant: number): number {
    return this.cells.flat().filter((cell) => cell === participant).length;
  }
  findAbsence(coach: number, day: number): Absence | undefined {
    return this.absences.find((absence) => absence.coach === coach && absence.day === day && absence.ended === null);
  }

  book({ participant, coach, day }: Step): string | null {
    const cell = this.cellAt(coach, day);
    if (cell === null) return null;
    if (cell === participant) return 'success';
    if (cell !== 'free') return 'slotTaken';
    if (this.countBookings(participant) >= 3) return 'limitReached';
    if (this.findCoach(participant, day) >= 0) return 'overlap';
    this.#set(coach, day, participant);
    this.#recordChange(participant);
    return 'success';
  }

  reschedule({ participant, day, toCoach, toDay }: Step): string | null {
    const coach = this.findCoach(participant, day);
    if (coach < 0 || this.cellAt(toCoach, toDay) === null) return null;
    if (this.cellAt(toCoach, toDay) !== 'free') return 'slotTaken';
    if (toDay !== day && this.findCoach(participant, toDay) >= 0) return 'overlap';
    this.#set(coach, day, 'free');
    this.#set(toCoach, toDay, participant);
    this.#recordChange(participant);
    return 'success';
  }

  cancel({ participant, day }: Step): string | null {
    const coach = this.findCoach(participant, day);
    if (coach < 0) return null;
    this.#set(coach, day, 'free');
    this.#recordChange(participant);
    return 'success';
  }

  move({ coach, day, toCoach, toDay }: Step): string | null {
    const [cell, target] = [this.cellAt(coach, day), this.cellAt(toCoach, toDay)];
    if (cell === null) return null;
    if (coach === toCoach && day === toDay) return 'success';
    if (this.findAbsence(toCoach, toDay)) return 'absent';
    if (cell === 'free' ? target !== null : typeof target === 'number') return 'overlap';
    if (cell !== 'free' && toDay !== day && this.findCoach(cell, toDay) >= 0) return 'participantOverlap';
    this.#set(toCoach, toDay, cell);
    this.#set(coach, day, cell === 'free' ? null : 'free');
    if (cell !== 'free') this.#recordChange(cell);
    return 'success';
  }

  /** Creates a series; returns its first and last day, and the number of new appointments. */
  createSeries({ coach, day, toDay }: Step): { from: number; till: number; newCount: number } {
    const [from, till] = [Math.min(day, toDay), Math.max(day, toDay)];
    let newCount = 0;
    for (let current = from; current <= till; current++) {
      if (this.cellAt(coach, current) !== null || this.findAbsence(coach, current)) continue;
      this.#set(coach, current, 'free');
      newCount++;
    }
    return { from, till, newCount };
  }

  /** Plans an absence; returns the colleague who takes the booking over, if one is free. */
  planAbsence({ coach, day }: Step): { colleague: number | null } {
    if (this.findAbsence(coach, day)) return { colleague: null };
    const before = this.cellAt(coach, day);
    const free = this.cells.findIndex((days, otherCoach) => otherCoach !== coach && days[day] === 'free');
    const colleague = typeof before === 'number' && free >= 0 ? free : null;
    const absence: Absence = { coach, day, before, colleague, tick: 0, minute: this.#minute, ended: null };
    this.#set(coach, day, null);
    if (typeof before === 'number') {
      if (colleague !== null) this.#set(colleague, day, before);
      this.#recordChange(before, absence);
    }
    absence.tick = ++this.#tick;
    this.absences.push(absence);
    return { colleague };
  }

  undo(index: number): string {
    const absence = this.absences[index];
    if (!absence) throw new Error(`no absence ${index}`);
    const { coach, day, before, colleague, tick } = absence;
    if (absence.ended === 'undone') return 'success';
    const wasChangedLater = this.#changes.some((change) => change.participant === before && change.tick > tick);
    if (absence.ended === 'ended' || wasChangedLater) return 'changed';
    if (this.#minute > absence.minute + 5) return 'tooLate';
    absence.ended = 'undone';
    this.#changes = this.#changes.filter((change) => change.absence !== absence);
    this.#set(coach, day, before);
    if (colleague !== null) this.#set(colleague, day, 'free');
    return 'success';
  }

  end(index: number): void {
    const absence = this.absences[index];
    if (absence) absence.ended ??= 'ended';
  }

  wait(minutes: number): void {
    this.#minute += minutes;
  }
}
