import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Escapes a text for LIKE. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The words of a search, split like stored names. A word needs a letter or digit: 'Anna - Weber' has two. */
function wordsOf(search: string): string[] {
  const words = search.split(/[\s,;]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 ? words : [search];
}

/**
 * SQL: the name of the person `p` contains a text, at the start of a word or anywhere. Brackets, dots and hyphens
 * around the text are ignored as in the stored name; umlauts and their spellings match each other through `fold_name`.
 * A text without letters matches no name.
 */
export function holdsInName(text: string, before = '% '): RawBuilder<boolean> {
  // `fold_name` leaves no character that LIKE treats specially.
  return sql<boolean>`p.search_name LIKE ${before}::text || nullif(btrim(fold_name(${text})), '') || '%'`;
}

/** SQL: every word of the search begins a word of the name of the person `p`. */
export function beginsInName(search: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    wordsOf(search).map((word) => holdsInName(word)),
    sql` AND `,
  )}`;
}

/**
 * SQL: every word of the search begins a word of the name of the person `p`, or is part of the e-mail (reference 8.2);
 * with `mailbox`, of its part before the @, unless the word has an @ itself.
 */
export function matchesName(search: string, { mailbox = false } = {}): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    wordsOf(search).map((word) => sql`(${holdsInName(word)} OR ${matchesEmail(word.toLowerCase(), mailbox)})`),
    sql` AND `,
  )}`;
}

/**
 * SQL: how well a person `p` found by `matchesName` matches, best first: 0 exactly that name or e-mail, 1 the name or
 * the last name begins with the text, 2 each word begins a word of the name, 3 the e-mail before its @, 4 the rest of
 * the e-mail.
 */
export function relevance(search: string): RawBuilder<number> {
  const name = sql`nullif(btrim(fold_name(${search})), '')`;
  return sql<number>`CASE
    WHEN btrim(p.search_name) = ${name} OR lower(p.email) = ${search.toLowerCase()} THEN 0
    WHEN btrim(p.search_name) LIKE ${name} || '%' OR btrim(fold_name(p.last_name)) LIKE ${name} || '%' THEN 1
    WHEN ${beginsInName(search)} THEN 2
    WHEN ${matchesName(search, { mailbox: true })} THEN 3
    ELSE 4 END`;
}

/** Two letters match only where a part of the e-mail begins: the index cannot find shorter texts in the middle. */
function matchesEmail(word: string, mailbox: boolean): RawBuilder<boolean> {
  const before = mailbox && !word.includes('@');
  if (word.length > 2) return before ? sql<boolean>`lower(p.email) LIKE ${`%${literal(word)}%@%`}` : holdsInEmail(word);
  const patterns = before
    ? ['', '%.', '%-'].map((at) => `${at}${literal(word)}%@%`)
    : ['', '%.', '%@', '%-'].map((at) => `${at}${literal(word)}%`);
  return sql<boolean>`lower(p.email) LIKE ANY (${patterns}::text[])`;
}

/**
 * The e-mail contains a text, in lower case. The index is asked only for the text before the @ if there is any: half of
 * all addresses have the same domain, so the rest would not narrow the search.
 */
export function holdsInEmail(text: string): RawBuilder<boolean> {
  const [local = ''] = text.split('@');
  if (local.length < 3 || local === text) return sql<boolean>`lower(p.email) LIKE ${`%${literal(text)}%`}`;
  return sql<boolean>`(lower(p.email) LIKE ${`%${literal(local)}@%`} AND strpos(lower(p.email), ${text}) > 0)`;
}

/** The most people whose entries are looked up one by one. */
const mostPeople = 500;

/** The ids of the people of any role that a search text names; 'tooMany' if it matches more than 500. */
export async function findPeople(db: Db, text: string): Promise<number[] | 'tooMany'> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM person p WHERE p.anonymised_at IS NULL AND ${matchesName(text)} LIMIT ${mostPeople + 1}
  `.execute(db);
  return rows.length > mostPeople ? 'tooMany' : rows.map(({ id }) => id);
}
