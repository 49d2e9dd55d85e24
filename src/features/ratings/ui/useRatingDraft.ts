import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { dropDraft, keepDraft, readDraft } from '../../../web/drafts/drafts.ts';
import { useSession } from '../../../web/session.ts';
import { statements, topics, wishes, type Rating } from '../rules.ts';

const draftSchema = z.object({
  stars: z.array(z.int().check(z.minimum(0), z.maximum(5))).check(z.length(statements.length)),
  personalFeedback: z.string(),
  freeText: z.string(),
  topics: z.array(z.string()),
  wishes: z.array(z.string()),
});

/** The unfinished rating of an appointment; every change is kept for the signed-in person until `drop`. */
export function useRatingDraft(appointment: number) {
  const owner = useSession().user?.email ?? '';
  const name = `rating ${appointment}`;
  const [rating, setRating] = useState<Rating>(() => asRating(readDraft(owner, name)));
  const latest = useRef(rating);
  const change = useCallback(
    (part: Partial<Rating>) => {
      latest.current = { ...latest.current, ...part };
      keepDraft(owner, name, latest.current);
      setRating(latest.current);
    },
    [owner, name],
  );
  return { rating, change, drop: () => dropDraft(owner, name) };
}

function asRating(draft: unknown): Rating {
  const { success, data } = draftSchema.safeParse(draft);
  if (!success) return { stars: statements.map(() => 0), personalFeedback: '', freeText: '', topics: [], wishes: [] };
  const offered = (list: readonly string[], chosen: string[]) => list.filter((entry) => chosen.includes(entry));
  return { ...data, topics: offered(topics, data.topics), wishes: offered(wishes, data.wishes) };
}
