import { dateOf } from '../../shared/berlin.ts';
import type { ListedRating } from './contract.ts';
import type { listRatings } from './sql.ts';

type Row = Awaited<ReturnType<typeof listRatings>>[number];

/** A stored rating as staff see it; `whole` with the free text and the topics, which only admins read. */
export function listed(
  { createdAt, freeText, topics, wishes, ...rating }: Row,
  { whole }: { whole: boolean },
): ListedRating {
  return {
    ...rating,
    createdAt: dateOf(createdAt),
    ...(whole ? { freeText, speakWithCoachQuestions: topics.join(', '), additionalQuestions: wishes.join(', ') } : {}),
  };
}
