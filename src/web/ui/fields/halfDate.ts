/** The value of a date field that somebody has left half-typed: neither a date nor empty. */
export const halfDate = '?';

/** The error for it. */
export const dateIncomplete = 'Bitte gib ein vollständiges Datum ein.';
