/** The value of a date field that was left half-typed: neither a date nor empty. */
export const incompleteDate = '?';

/** The error of a field with an incomplete date. */
export const incompleteDateError = 'Bitte gib ein vollständiges Datum ein.';
