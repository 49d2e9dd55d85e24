/** Stands for what somebody has left half-typed in a date's field: neither a date nor nothing. */
export const halfDate = '?';

/** What it is told. */
export const dateIncomplete = 'Bitte gib ein vollständiges Datum ein.';
