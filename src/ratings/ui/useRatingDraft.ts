import { useCallback, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../web/drafts.ts';
import { useSession } from '../../web/session.ts';
import { knownOf, scale, statements, topics, wishes, type Rating } from '../rules.ts';

/** The half-filled rating of an appointment; every change is kept for its person until `drop`. */
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

/** What was kept, or an empty form where that has not the form of a rating. */
function asRating(draft: unknown): Rating {
  const { stars, personalFeedback, freeText, ...lists } = {
    ...(draft as Partial<Record<keyof Rating, unknown>> | null),
  };
  const starred =
    Array.isArray(stars) &&
    stars.length === statements.length &&
    stars.every((count) => Number.isInteger(count) && count >= 0 && count <= scale.length);
  if (!starred || typeof personalFeedback !== 'string' || typeof freeText !== 'string')
    return { stars: statements.map(() => 0), personalFeedback: '', freeText: '', topics: [], wishes: [] };
  return {
    stars,
    personalFeedback,
    freeText,
    topics: chosen(lists.topics, topics),
    wishes: chosen(lists.wishes, wishes),
  };
}

function chosen(list: unknown, known: readonly string[]): string[] {
  return Array.isArray(list) ? (knownOf(list, known) ?? []) : [];
}
