import { dateOf } from '../../shared/berlin.ts';
import type { StaffRating } from './contract.ts';

/** The fields of a rating that only admins read, by their names on the wire. */
type AdminFields = 'freeText' | 'speakWithCoachQuestions' | 'additionalQuestions';

/** A rating as stored, with the names of its participant and its coach. */
export interface StoredRating extends Omit<StaffRating, 'createdAt' | AdminFields> {
  createdAt: Date;
  freeText: string;
  topics: readonly string[];
  wishes: readonly string[];
}

/** Returns a stored rating as staff see it. `withAdminFields` adds the fields that only admins may read. */
export function toStaffRating(
  { createdAt, freeText, topics, wishes, ...rating }: StoredRating,
  { withAdminFields }: { withAdminFields: boolean },
): StaffRating {
  return {
    ...rating,
    createdAt: dateOf(createdAt),
    ...(withAdminFields
      ? { freeText, speakWithCoachQuestions: topics.join(', '), additionalQuestions: wishes.join(', ') }
      : {}),
  };
}
