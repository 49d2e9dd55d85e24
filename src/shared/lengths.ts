/**
 * The longest texts (contract §1), in UTF-16 units and without the spaces around them. Calls refuse what is longer, and
 * fields take no more: both read it here, so that nobody types what is then sent back.
 */
export const longest = {
  name: 100,
  email: 254,
  /** As it is typed, with spaces, dashes and brackets. */
  phone: 40,
  qualification: 200,
  reason: 1000,
  link: 2000,
  /** What is searched for. */
  search: 200,
  /** A password as it is given to sign in; a new one has a rule of its own. */
  password: 1000,
  /** A second factor's code. */
  code: 60,
} as const;
