import { sql, type RawBuilder } from 'kysely';
import { topics, wishes } from './rules.ts';

/** SQL: whether a rating contains the participant's own words: texts, or topics other than those of the form. */
export const hasOwnWords = sql<boolean>`(
  personal_feedback || free_text <> '' OR NOT topics <@ ${[...topics]}::text[] OR NOT topic_wishes <@ ${[...wishes]}::text[]
)`;

/** SQL: the assignments of an UPDATE that removes the participant's own words; stars and the form's topics stay. */
export const clearOwnWords = sql`
  personal_feedback = '', free_text = '',
  topics = ${keepKnown('topics', topics)}, topic_wishes = ${keepKnown('topic_wishes', wishes)}
`;

function keepKnown(column: string, known: readonly string[]): RawBuilder<string[]> {
  return sql`ARRAY(
    SELECT name FROM unnest(${sql.ref(column)}) WITH ORDINALITY AS chosen (name, at)
    WHERE name = ANY (${[...known]}::text[]) ORDER BY at
  )`;
}
