/** A coach's calendar on one day: no appointment (null), a free one, or one booked by the participant at this index. */
export type Cell = null | 'free' | number;

/** A booking that a coach has or had on a day. */
interface Booking {
  participant: number;
  coach: number;
  day: number;
  /** Whether the booking was moved away from this coach and day. */
  movedAway: boolean;
}

/** An absence of a coach on a day, and how it changed the calendar. */
interface Absence {
  coach: number;
  day: number;
  /** The coach's calendar on that day before the absence. */
  cellBefore: Cell;
  /** The bookings before and after a colleague took over; null if there was no booking or nobody took it over. */
  handover: { from: Booking; to: Booking } | null;
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

/** What people can do to the calendars. */
export type CalendarAction =
  | 'book'
  | 'reschedule'
  | 'cancel'
  | 'move'
  | 'createSeries'
  | 'planAbsence'
  | 'undoAbsence'
  | 'endAbsence'
  | 'inactivate'
  | 'reactivate'
  | 'erase';

/** The indexes of the people and days that an action concerns. An action may ignore some of them. */
export interface Concerned {
  participant: number;
  coach: number;
  day: number;
  targetCoach: number;
  targetDay: number;
}

/** An action of a person, and the indexes of the people and days that it concerns. */
export interface CalendarStep extends Concerned {
  action: CalendarAction;
}

interface ModelState {
  cells: Cell[][];
  /** Whether each participant is active. */
  active: boolean[];
  absences: Absence[];
  /** All bookings, in the order in which they were made. */
  bookings: Booking[];
  /** The changes to the bookings, each with its number and, if an absence caused the change, that absence. */
  changes: { participant: number; changeNumber: number; absence: Absence | null }[];
  changeCount: number;
  /** The model's time in minutes. */
  minute: number;
}

/**
 * A small model of the calendar. It follows the rules of docs/reference, but each coach has at most one appointment a
 * day. Each method for a step changes the model as the portal must change its data. It returns the outcome that the
 * portal must return, or null if the step does not apply and is skipped.
 */
export class Model {
  readonly #state: ModelState;
  /**
   * The participants for whom the waiting list holds slots, by coach and day as in '0:3'. They are read from the portal,
   * because the model does not have the rules of the waiting list.
   */
  holders = new Map<string, number>();

  constructor(
    state: ModelState = {
      cells: Array.from({ length: counts.coaches }, () => Array.from({ length: counts.days }, () => 'free')),
      active: Array.from({ length: counts.participants }, () => true),
      absences: [],
      bookings: [],
      changes: [],
      changeCount: 0,
      minute: 0,
    },
  ) {
    this.#state = state;
  }

  /** Returns the model after a step, and the outcome of the step. Does not change this model. */
  after(step: CalendarStep): { next: Model; outcome: string | null } {
    const next = new Model(structuredClone(this.#state));
    next.holders = this.holders;
    return { next, outcome: next[step.action](step) };
  }

  get cells(): readonly (readonly Cell[])[] {
    return this.#state.cells;
  }
  get absences(): readonly Readonly<Absence>[] {
    return this.#state.absences;
  }
  cellAt(coach: number, day: number): Cell {
    return this.#state.cells[coach]?.[day] ?? null;
  }
  isActive(participant: number): boolean {
    return this.#state.active[participant] === true;
  }
  /** The index of the coach with whom a participant has a booking on a day; -1 if there is none. */
  findBookedCoach(participant: number, day: number): number {
    return this.#state.cells.findIndex((days) => days[day] === participant);
  }
  countBookings(participant: number): number {
    return this.#state.cells.flat().filter((cell) => cell === participant).length;
  }
  findActiveAbsence(coach: number, day: number): Absence | undefined {
    return this.#state.absences.find(
      (absence) => absence.coach === coach && absence.day === day && absence.outcome === null,
    );
  }
  /** Returns the index of the newest absence, or on odd days of the absence before it; negative if there is none. */
  findRecentAbsence(day: number): number {
    return this.#state.absences.length - 1 - (day % 2);
  }
  /** Returns the indexes of a coach's own participants (reference 8.10). */
  listOwnParticipants(coach: number): number[] {
    const participants = this.#state.bookings.flatMap((booking) =>
      booking.coach === coach && !booking.movedAway ? [booking.participant] : [],
    );
    return [...new Set(participants)].sort((a, b) => a - b);
  }
  #isHeldForOthers(coach: number, day: number, participant: number | null): boolean {
    const holder = this.holders.get(`${coach}:${day}`);
    return holder !== undefined && holder !== participant;
  }

  #setCell(coach: number, day: number, cell: Cell): void {
    const days = this.#state.cells[coach];
    if (days) days[day] = cell;
  }
  #recordChange(participant: number, absence: Absence | null = null): void {
    this.#state.changes.push({ participant, changeNumber: ++this.#state.changeCount, absence });
  }
  #addBooking(participant: number, coach: number, day: number): Booking {
    this.#setCell(coach, day, participant);
    const booking = { participant, coach, day, movedAway: false };
    this.#state.bookings.push(booking);
    return booking;
  }
  /** Moves the booking of a coach and day to another coach and day; returns both. */
  #moveBooking(participant: number, coach: number, day: number, targetCoach: number, targetDay: number) {
    const from = this.#state.bookings.findLast(
      (booking) => booking.participant === participant && booking.coach === coach && booking.day === day,
    );
    if (!from) throw new Error('A cell is booked without a booking.');
    from.movedAway = true;
    return { from, to: this.#addBooking(participant, targetCoach, targetDay) };
  }

  book({ participant, coach, day }: Concerned): string | null {
    const cell = this.cellAt(coach, day);
    if (cell === null || !this.isActive(participant)) return null;
    if (cell === participant) return 'success';
    if (cell !== 'free' || this.#isHeldForOthers(coach, day, participant)) return 'slotTaken';
    if (this.countBookings(participant) >= maxBookings) return 'limitReached';
    if (this.findBookedCoach(participant, day) >= 0) return 'overlap';
    this.#addBooking(participant, coach, day);
    this.#recordChange(participant);
    return 'success';
  }

  reschedule({ participant, day, targetCoach, targetDay }: Concerned): string | null {
    const coach = this.findBookedCoach(participant, day);
    const targetCell = this.cellAt(targetCoach, targetDay);
    if (coach < 0 || targetCell === null) return null;
    if (targetCell !== 'free' || this.#isHeldForOthers(targetCoach, targetDay, participant)) return 'slotTaken';
    if (targetDay !== day && this.findBookedCoach(participant, targetDay) >= 0) return 'overlap';
    this.#setCell(coach, day, 'free');
    this.#moveBooking(participant, coach, day, targetCoach, targetDay);
    this.#recordChange(participant);
    return 'success';
  }

  cancel({ participant, day }: Concerned): string | null {
    const coach = this.findBookedCoach(participant, day);
    if (coach < 0) return null;
    this.#setCell(coach, day, 'free');
    this.#recordChange(participant);
    return 'success';
  }

  move({ coach, day, targetCoach, targetDay }: Concerned): string | null {
    const [cell, targetCell] = [this.cellAt(coach, day), this.cellAt(targetCoach, targetDay)];
    if (cell === null) return null;
    if (coach === targetCoach && day === targetDay) return 'success';
    if (this.findActiveAbsence(targetCoach, targetDay)) return 'absent';
    if (cell === 'free' ? targetCell !== null : typeof targetCell === 'number') return 'overlap';
    if (targetCell === 'free' && this.#isHeldForOthers(targetCoach, targetDay, null)) return 'overlap';
    if (cell !== 'free' && targetDay !== day && this.findBookedCoach(cell, targetDay) >= 0) return 'participantOverlap';
    if (cell === 'free') {
      this.#setCell(targetCoach, targetDay, 'free');
      this.#setCell(coach, day, null);
    } else {
      this.#setCell(coach, day, 'free');
      this.#moveBooking(cell, coach, day, targetCoach, targetDay);
      this.#recordChange(cell);
    }
    return 'success';
  }

  createSeries({ coach, day, targetDay }: Concerned): string {
    for (let seriesDay = Math.min(day, targetDay); seriesDay <= Math.max(day, targetDay); seriesDay++)
      if (this.cellAt(coach, seriesDay) === null && !this.findActiveAbsence(coach, seriesDay))
        this.#setCell(coach, seriesDay, 'free');
    return 'success';
  }

  /** Plans an absence; a colleague with a free appointment takes over the booking. */
  planAbsence({ coach, day }: Concerned): string {
    if (this.findActiveAbsence(coach, day)) return 'success';
    const cellBefore = this.cellAt(coach, day);
    const absence: Absence = {
      coach,
      day,
      cellBefore,
      handover: null,
      changeNumber: 0,
      plannedMinute: this.#state.minute,
      outcome: null,
    };
    this.#setCell(coach, day, null);
    if (typeof cellBefore === 'number') {
      const colleague = this.#state.cells.findIndex(
        (days, otherCoach) =>
          otherCoach !== coach && days[day] === 'free' && !this.#isHeldForOthers(otherCoach, day, null),
      );
      if (colleague >= 0) absence.handover = this.#moveBooking(cellBefore, coach, day, colleague, day);
      this.#recordChange(cellBefore, absence);
    }
    absence.changeNumber = ++this.#state.changeCount;
    this.#state.absences.push(absence);
    return 'success';
  }

  undoAbsence({ day: anyDay }: Concerned): string | null {
    const absence = this.#state.absences[this.findRecentAbsence(anyDay)];
    if (!absence) return null;
    const { coach, day, cellBefore, handover, changeNumber } = absence;
    if (absence.outcome === 'undone') return 'success';
    const wasChangedLater = this.#state.changes.some(
      (change) => change.participant === cellBefore && change.changeNumber > changeNumber,
    );
    if (absence.outcome === 'ended' || wasChangedLater) return 'changed';
    if (this.#state.minute > absence.plannedMinute + undoMinutes) return 'tooLate';
    absence.outcome = 'undone';
    this.#state.changes = this.#state.changes.filter((change) => change.absence !== absence);
    this.#setCell(coach, day, cellBefore);
    if (handover) {
      this.#setCell(handover.to.coach, day, 'free');
      handover.from.movedAway = false;
      handover.to.movedAway = true;
    }
    return 'success';
  }

  endAbsence({ day }: Concerned): string | null {
    const absence = this.#state.absences[this.findRecentAbsence(day)];
    if (!absence) return null;
    absence.outcome ??= 'ended';
    return 'success';
  }

  /** Makes a participant inactive, which cancels all bookings. */
  inactivate({ participant }: Concerned): string | null {
    if (!this.isActive(participant)) return null;
    this.#state.active[participant] = false;
    for (const days of this.#state.cells)
      for (const [day, cell] of days.entries()) if (cell === participant) days[day] = 'free';
    this.#recordChange(participant);
    return 'success';
  }

  reactivate({ participant }: Concerned): string | null {
    if (this.isActive(participant)) return null;
    this.#state.active[participant] = true;
    this.#recordChange(participant);
    return 'success';
  }

  /** Anonymises an inactive participant. A new participant, with the same index, takes the place. */
  erase({ participant }: Concerned): string | null {
    if (this.isActive(participant)) return null;
    this.#state.active[participant] = true;
    this.#state.bookings = this.#state.bookings.filter((booking) => booking.participant !== participant);
    this.#recordChange(participant);
    return 'success';
  }

  wait(minutes: number): void {
    this.#state.minute += minutes;
  }
}
