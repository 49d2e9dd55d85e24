/** A coach's calendar on one day: no appointment (null), a free one, or one booked by the participant at this index. */
type Cell = null | 'free' | number;

/** An absence of a coach on a day, and how it changed the calendar. */
interface Absence {
  coach: number;
  day: number;
  /** The coach's calendar on that day before the absence. */
  cellBefore: Cell;
  /** The colleague who took over the booking; null if there was no booking or nobody took it over. */
  colleague: number | null;
  /** The number of the absence in the order of all changes. */
  changeNumber: number;
  /** The model's time in minutes at which the absence was planned. */
  plannedMinute: number;
  /** How the absence ended; null while it is in effect. */
  outcome: null | 'undone' | 'ended';
}

/**
 * The numbers of participants, coaches and days. They are small, so that steps often concern the same people and days.
 */
export const counts = { participants: 2, coaches: 2, days: 4 } as const;

/** The maximum number of current bookings of a participant. */
const maxBookings = 3;
/** The time in minutes during which an absence can be undone. */
const undoMinutes = 5;

/** One step: its action, and the indexes of the people and days that it concerns. An action may ignore some of them. */
export interface Step {
  action: (typeof actions)[number];
  participant: number;
  coach: number;
  day: number;
  targetCoach: number;
  targetDay: number;
}
/** The actions. An action that is listed several times is generated more often. */
export const actions = [
  ...(['book', 'book', 'book', 'book', 'reschedule', 'cancel', 'move', 'createSeries'] as const),
  ...(['planAbsence', 'planAbsence', 'planAbsence', 'undoAbsence', 'undoAbsence', 'undoAbsence'] as const),
  ...(['endAbsence', 'wait', 'deliver', 'deliver'] as const),
];

/**
 * A small model of the calendar. It follows the rules of docs/reference, but each coach has at most one appointment a
 * day. Each method for a step changes the model as the portal must change its data. It returns the result that the
 * portal must return, or null if the step does not apply and is skipped.
 */
export class Model {
  readonly cells: Cell[][] = Array.from({ length: counts.coaches }, () =>
    Array.from({ length: counts.days }, () => 'free'),
  );
  readonly absences: Absence[] = [];
  /** The changes to the bookings, each with its number and, if an absence caused the change, that absence. */
  #changes: { participant: number; changeNumber: number; absence: Absence | null }[] = [];
  #changeCount = 0;
  /** The model's time in minutes. */
  #minute = 0;

  cellAt(coach: number, day: number): Cell {
    return this.cells[coach]?.[day] ?? null;
  }
  #setCell(coach: number, day: number, cell: Cell): void {
    const days = this.cells[coach];
    if (days) days[day] = cell;
  }
  #recordChange(participant: number, absence: Absence | null = null): void {
    this.#changes.push({ participant, changeNumber: ++this.#changeCount, absence });
  }
  /** The index of the coach with whom a participant has a booking on a day; -1 if there is none. */
  findBookedCoach(participant: number, day: number): number {
    return this.cells.findIndex((days) => days[day] === participant);
  }
  countBookings(participant: number): number {
    return this.cells.flat().filter((cell) => cell === participant).length;
  }
  findActiveAbsence(coach: number, day: number): Absence | undefined {
    return this.absences.find((absence) => absence.coach === coach && absence.day === day && absence.outcome === null);
  }

  book({ participant, coach, day }: Step): string | null {
    const cell = this.cellAt(coach, day);
    if (cell === null) return null;
    if (cell === participant) return 'success';
    if (cell !== 'free') return 'slotTaken';
    if (this.countBookings(participant) >= maxBookings) return 'limitReached';
    if (this.findBookedCoach(participant, day) >= 0) return 'overlap';
    this.#setCell(coach, day, participant);
    this.#recordChange(participant);
    return 'success';
  }

  reschedule({ participant, day, targetCoach, targetDay }: Step): string | null {
    const coach = this.findBookedCoach(participant, day);
    if (coach < 0 || this.cellAt(targetCoach, targetDay) === null) return null;
    if (this.cellAt(targetCoach, targetDay) !== 'free') return 'slotTaken';
    if (targetDay !== day && this.findBookedCoach(participant, targetDay) >= 0) return 'overlap';
    this.#setCell(coach, day, 'free');
    this.#setCell(targetCoach, targetDay, participant);
    this.#recordChange(participant);
    return 'success';
  }

  cancel({ participant, day }: Step): string | null {
    const coach = this.findBookedCoach(participant, day);
    if (coach < 0) return null;
    this.#setCell(coach, day, 'free');
    this.#recordChange(participant);
    return 'success';
  }

  move({ coach, day, targetCoach, targetDay }: Step): string | null {
    const [cell, targetCell] = [this.cellAt(coach, day), this.cellAt(targetCoach, targetDay)];
    if (cell === null) return null;
    if (coach === targetCoach && day === targetDay) return 'success';
    if (this.findActiveAbsence(targetCoach, targetDay)) return 'absent';
    if (cell === 'free' ? targetCell !== null : typeof targetCell === 'number') return 'overlap';
    if (cell !== 'free' && targetDay !== day && this.findBookedCoach(cell, targetDay) >= 0) return 'participantOverlap';
    this.#setCell(targetCoach, targetDay, cell);
    this.#setCell(coach, day, cell === 'free' ? null : 'free');
    if (cell !== 'free') this.#recordChange(cell);
    return 'success';
  }

  /** Creates a series; returns its first and last day, and the number of new appointments. */
  createSeries({ coach, day, targetDay }: Step): { from: number; till: number; newCount: number } {
    const [from, till] = [Math.min(day, targetDay), Math.max(day, targetDay)];
    let newCount = 0;
    for (let seriesDay = from; seriesDay <= till; seriesDay++) {
      if (this.cellAt(coach, seriesDay) !== null || this.findActiveAbsence(coach, seriesDay)) continue;
      this.#setCell(coach, seriesDay, 'free');
      newCount++;
    }
    return { from, till, newCount };
  }

  /** Plans an absence; returns the free colleague who takes over the booking, or null. */
  planAbsence({ coach, day }: Step): { colleague: number | null } {
    if (this.findActiveAbsence(coach, day)) return { colleague: null };
    const cellBefore = this.cellAt(coach, day);
    const freeColleague = this.cells.findIndex((days, otherCoach) => otherCoach !== coach && days[day] === 'free');
    const colleague = typeof cellBefore === 'number' && freeColleague >= 0 ? freeColleague : null;
    const absence: Absence = {
      coach,
      day,
      cellBefore,
      colleague,
      changeNumber: 0,
      plannedMinute: this.#minute,
      outcome: null,
    };
    this.#setCell(coach, day, null);
    if (typeof cellBefore === 'number') {
      if (colleague !== null) this.#setCell(colleague, day, cellBefore);
      this.#recordChange(cellBefore, absence);
    }
    absence.changeNumber = ++this.#changeCount;
    this.absences.push(absence);
    return { colleague };
  }

  undoAbsence(index: number): string {
    const absence = this.absences[index];
    if (!absence) throw new Error(`no absence ${index}`);
    const { coach, day, cellBefore, colleague, changeNumber } = absence;
    if (absence.outcome === 'undone') return 'success';
    const wasChangedLater = this.#changes.some(
      (change) => change.participant === cellBefore && change.changeNumber > changeNumber,
    );
    if (absence.outcome === 'ended' || wasChangedLater) return 'changed';
    if (this.#minute > absence.plannedMinute + undoMinutes) return 'tooLate';
    absence.outcome = 'undone';
    this.#changes = this.#changes.filter((change) => change.absence !== absence);
    this.#setCell(coach, day, cellBefore);
    if (colleague !== null) this.#setCell(colleague, day, 'free');
    return 'success';
  }

  endAbsence(index: number): void {
    const absence = this.absences[index];
    if (absence) absence.outcome ??= 'ended';
  }

  wait(minutes: number): void {
    this.#minute += minutes;
  }
}
