import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { phoneDigitsOf } from './rules.ts';

/** Escapes a text for LIKE. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * The words of a search, split like stored names. A word needs a letter or digit: 'Anna - Weber' has two words. A
 * search without letters and digits counts as one word.
 */
function wordsOf(search: string): string[] {
  const words = search.split(/[\s,;]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 ? words : [search];
}

/**
 * SQL: whether the name of the person `p` contains a text at the start of a word or, if `prefix` is '%', anywhere.
 * Brackets, dots and hyphens around the text are ignored, as in the stored name. `fold_name` makes umlauts match their
 * other spellings. A text without letters matches no name.
 */
export function nameContains(text: string, prefix = '% '): RawBuilder<boolean> {
  // `fold_name` leaves no character that LIKE treats specially.
  return sql<boolean>`p.search_name LIKE ${prefix}::text || nullif(btrim(fold_name(${text})), '') || '%'`;
}

/** SQL: whether every word of the search begins a word of the name of the person `p`. */
export function nameBeginsWith(search: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    wordsOf(search).map((word) => nameContains(word)),
    sql` AND `,
  )}`;
}

/**
 * SQL: whether every word of the search begins a word of the name of the person `p` or is contained in their e-mail
 * address (reference 8.2). If `mailbox` is true, a word without an @ must be contained in the part before the @.
 */
export function matchesNameOrEmail(search: string, { mailbox = false } = {}): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    wordsOf(search).map((word) => sql`(${nameContains(word)} OR ${matchesEmail(word.toLowerCase(), mailbox)})`),
    sql` AND `,
  )}`;
}

/**
 * SQL: whether the person `p` is found by name or e-mail address (`matchesNameOrEmail`), or by telephone number if the
 * search is one (reference 8.2).
 */
export function matchesPerson(search: string, options: { mailbox?: boolean } = {}): RawBuilder<boolean> {
  return sql<boolean>`(${phoneContains(search)} OR ${matchesNameOrEmail(search, options)})`;
}

/**
 * SQL: whether the telephone number of the person `p` contains the digits of a search text, however either is written;
 * false if the text is not a telephone number.
 */
export function phoneContains(search: string): RawBuilder<boolean> {
  const digits = phoneDigitsOf(search);
  return digits === null ? sql<boolean>`false` : sql<boolean>`fold_phone(p.phone) LIKE ${`%${digits}%`}`;
}

/**
 * SQL: how well a person `p` found by `matchesPerson` matches the search, from 0 (best) to 4: 0 if the name, e-mail
 * address or telephone number equals the search, 1 if the name or the last name begins with the search, 2 if each word
 * begins a word of the name, 3 if the e-mail address matches before its @, 4 if it matches elsewhere or only the
 * telephone number contains the search.
 */
export function relevance(search: string): RawBuilder<number> {
  const name = sql`nullif(btrim(fold_name(${search})), '')`;
  return sql<number>`CASE
    WHEN btrim(p.search_name) = ${name} OR lower(p.email) = ${search.toLowerCase()}
      OR fold_phone(p.phone) = ${phoneDigitsOf(search)} THEN 0
    WHEN btrim(p.search_name) LIKE ${name} || '%' OR btrim(fold_name(p.last_name)) LIKE ${name} || '%' THEN 1
    WHEN ${nameBeginsWith(search)} THEN 2
    WHEN ${matchesNameOrEmail(search, { mailbox: true })} THEN 3
    ELSE 4 END`;
}

/**
 * SQL: whether the e-mail address contains a word. A word of one or two letters matches only at the beginning of a part
 * of the address, since the index cannot find such short texts elsewhere.
 */
function matchesEmail(word: string, mailbox: boolean): RawBuilder<boolean> {
  const isMailboxOnly = mailbox && !word.includes('@');
  if (word.length > 2)
    return isMailboxOnly ? sql<boolean>`lower(p.email) LIKE ${`%${escapeLike(word)}%@%`}` : emailContains(word);
  const patterns = isMailboxOnly
    ? ['', '%.', '%-'].map((start) => `${start}${escapeLike(word)}%@%`)
    : ['', '%.', '%@', '%-'].map((start) => `${start}${escapeLike(word)}%`);
  return sql<boolean>`lower(p.email) LIKE ANY (${patterns}::text[])`;
}

/**
 * SQL: whether the e-mail address contains a text in lower case. If the text has an @, the index is searched only for
 * the part before the @: half of all addresses have the same domain, so the domain would not narrow the search.
 */
export function emailContains(text: string): RawBuilder<boolean> {
  const [localPart = ''] = text.split('@');
  if (localPart.length < 3 || localPart === text) return sql<boolean>`lower(p.email) LIKE ${`%${escapeLike(text)}%`}`;
  return sql<boolean>`(lower(p.email) LIKE ${`%${escapeLike(localPart)}@%`} AND strpos(lower(p.email), ${text}) > 0)`;
}

/** The maximum number of people that a search returns, since the caller reads the rows of each person separately. */
const maxPeople = 500;

/** Returns the ids of the people, of any role, who match a search text; 'tooMany' if there are more than 500. */
export async function findPersonIds(db: Db, text: string): Promise<number[] | 'tooMany'> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM person p WHERE p.anonymised_at IS NULL AND ${matchesNameOrEmail(text)} LIMIT ${maxPeople + 1}
  `.execute(db);
  return rows.length > maxPeople ? 'tooMany' : rows.map(({ id }) => id);
}
