/**
 * The maximum lengths of texts (reference 2.5), in UTF-16 units and without surrounding spaces. Calls refuse longer
 * texts, and the fields of forms have the same limits, so that nobody types text that is then refused.
 */
export const maxLengths = {
  name: 100,
  email: 254,
  /** As it is typed, with spaces, dashes and brackets. */
  phone: 40,
  qualification: 200,
  reason: 1000,
  note: 1000,
  /** A participant's note to the coach about a booking. */
  bookingNote: 500,
  /** A coach's introduction. */
  introduction: 500,
  link: 2000,
  /** The text of a search. */
  search: 200,
  /** A password for signing in; a new one has its own rule. */
  password: 1000,
  /** A second factor's code. */
  code: 60,
} as const;
