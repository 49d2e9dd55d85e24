/**
 * The maximum lengths of texts (reference 2.5), in UTF-16 units and without spaces at the start and the end. Calls
 * refuse longer texts. The fields of forms have the same limits, so that nobody can type a text that would be refused.
 */
export const maxLengths = {
  name: 100,
  email: 254,
  /** A phone number as it is typed, with spaces, dashes and brackets. */
  phone: 40,
  qualification: 200,
  reason: 1000,
  note: 1000,
  /** A participant's note to the coach about a booking. */
  bookingNote: 500,
  /** A coach's introduction. */
  introduction: 500,
  link: 2000,
  /** A search text. */
  search: 200,
  /** A password for signing in. The maximum length of a new password is shorter (`newPasswordProblem`). */
  password: 1000,
  /** A code of the second factor. */
  code: 60,
} as const;
