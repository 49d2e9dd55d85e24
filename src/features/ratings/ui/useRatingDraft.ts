import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { deleteDraft, storeDraft, readDraft } from '../../../web/drafts/drafts.ts';
import { useSession } from '../../../web/session.ts';
import { statements, topics, wishes, type Rating } from '../rules.ts';

const draftSchema = z.object({
  stars: z.array(z.int().check(z.minimum(0), z.maximum(5))).check(z.length(statements.length)),
  personalFeedback: z.string(),
  freeText: z.string(),
  topics: z.array(z.string()),
  wishes: z.array(z.string()),
});

/**
 * Returns the draft of an appointment's rating, and functions to change and to discard it. Changes are kept for the
 * signed-in person until the draft is discarded.
 */
export function useRatingDraft(appointment: number) {
  const owner = useSession().user?.email ?? '';
  const name = `rating ${appointment}`;
  const [rating, setRating] = useState<Rating>(() => toRating(readDraft(owner, name)));
  const latestRating = useRef(rating);
  const change = useCallback(
    (changes: Partial<Rating>) => {
      latestRating.current = { ...latestRating.current, ...changes };
      storeDraft(owner, name, latestRating.current);
      setRating(latestRating.current);
    },
    [owner, name],
  );
  return { rating, change, discard: () => deleteDraft(owner, name) };
}

function toRating(draft: unknown): Rating {
  const { success, data } = draftSchema.safeParse(draft);
  if (!success) return { stars: statements.map(() => 0), personalFeedback: '', freeText: '', topics: [], wishes: [] };
  const selectOffered = (list: readonly string[], chosen: string[]) => list.filter((topic) => chosen.includes(topic));
  return { ...data, topics: selectOffered(topics, data.topics), wishes: selectOffered(wishes, data.wishes) };
}
