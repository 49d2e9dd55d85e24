/** The value of a date field that was left half-typed: neither a date nor empty. */
export const incompleteDate = '?';

/** The error of such a field. */
export const dateIncomplete = 'Bitte gib ein vollständiges Datum ein.';
