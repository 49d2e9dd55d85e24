import { sql, type RawBuilder } from 'kysely';
import { topics, wishes } from './rules.ts';

/** SQL: whether a rating contains the participant's own words: texts, or topics that the form does not offer. */
export const hasFreeText = sql<boolean>`(
  personal_feedback || free_text <> '' OR NOT topics <@ ${[...topics]}::text[] OR NOT topic_wishes <@ ${[...wishes]}::text[]
)`;

/** SQL: the assignments of an UPDATE that removes the participant's own words; stars and the form's topics stay. */
export const clearedFreeText = sql`
  personal_feedback = '', free_text = '',
  topics = ${selectFormTopics('topics', topics)}, topic_wishes = ${selectFormTopics('topic_wishes', wishes)}
`;

/** SQL: the topics in a column that the form offers, in the order of the column. */
function selectFormTopics(column: string, formTopics: readonly string[]): RawBuilder<string[]> {
  return sql`ARRAY(
    SELECT name FROM unnest(${sql.ref(column)}) WITH ORDINALITY AS chosen (name, at)
    WHERE name = ANY (${[...formTopics]}::text[]) ORDER BY at
  )`;
}
