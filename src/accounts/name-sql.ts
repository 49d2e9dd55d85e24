import { sql, type RawBuilder } from 'kysely';

/** Text that LIKE takes literally. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The words of a search, split where the stored names are. What is no letter and no digit is no word: 'Anna - Weber'. */
function wordsOf(search: string): string[] {
  const words = search.split(/[\s,;]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 ? words : [search];
}

/**
 * The name of the person `p` holds a text, from the start of a word on, or anywhere. Brackets, dots and hyphens around
 * the text count as little as in the stored name; umlauts and their spellings find each other through `fold_name`. A
 * text without letters is in no name.
 */
export function holdsInName(text: string, before = '% '): RawBuilder<boolean> {
  // The fold leaves no character that LIKE reads otherwise.
  return sql<boolean>`p.search_name LIKE ${before}::text || nullif(btrim(fold_name(${text})), '') || '%'`;
}

/** Every word is the start of a word of the name. `p` is the person. */
export function beginsInName(search: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    wordsOf(search).map((word) => holdsInName(word)),
    sql` AND `,
  )}`;
}

/** Every word matches the start of a word of the name, or a part of the e-mail (contract §9). `p` is the person. */
export function matchesName(search: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    wordsOf(search).map((word) => sql`(${holdsInName(word)} OR ${matchesEmail(word.toLowerCase())})`),
    sql` AND `,
  )}`;
}

/** Two letters match where a part of the e-mail begins, for the index finds no shorter piece in its middle. */
function matchesEmail(word: string): RawBuilder<boolean> {
  if (word.length > 2) return holdsInEmail(word);
  const patterns = ['', '%.', '%@', '%-'].map((at) => `${at}${literal(word)}%`);
  return sql<boolean>`lower(p.email) LIKE ANY (${patterns}::text[])`;
}

/**
 * The e-mail holds a text, in lower case. The index is asked for what stands before the @ alone, where that is enough: of
 * what stands behind it, it knows that half of all addresses end so.
 */
export function holdsInEmail(text: string): RawBuilder<boolean> {
  const [local = ''] = text.split('@');
  if (local.length < 3 || local === text) return sql<boolean>`lower(p.email) LIKE ${`%${literal(text)}%`}`;
  return sql<boolean>`(lower(p.email) LIKE ${`%${literal(local)}@%`} AND strpos(lower(p.email), ${text}) > 0)`;
}
