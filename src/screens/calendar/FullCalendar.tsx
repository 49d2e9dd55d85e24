import { useMemo } from 'react';
import { compareGerman } from '../../shared/german.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { listCoaches } from '../../features/coaches/contract.ts';
import { CalendarBoard } from './CalendarBoard.tsx';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { CoachChoice } from './CoachChoice.tsx';
import type { SelectableCoach } from './useCalendar.ts';
import { maxShownCoaches, useCalendarChoice } from './useCalendarChoice.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';

/** The number of coaches shown before an admin chooses any; in a day on a wide screen as many as fit. */
const defaultCoachCount = 3;
/** The number that fits from 1000 px on: each column then has room for the end of an entry. */
const mediumCoachCount = 4;

/** The admins' calendar, which shows one coach or several side by side. The URL lists their ids (reference 7.16). */
export default function FullCalendar() {
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000 });
  const { data } = coaches;
  const activeCoaches = useMemo(
    () =>
      (data?.data ?? [])
        .filter(({ active }) => active)
        .map(({ id, firstName, lastName, state }): SelectableCoach => ({
          id,
          name: `${firstName} ${lastName}`,
          federalState: state ?? data?.meta.state ?? null,
        }))
        .sort((a, b) => compareGerman(a.name, b.name)),
    [data],
  );
  const isNarrow = !useMinWidth(600);
  const isMedium = useMinWidth(1000);
  const isWide = useMinWidth(1200);
  const idsOrDefault = (ids: readonly number[], count = defaultCoachCount) =>
    ids.length > 0 ? ids : activeCoaches.slice(0, count).map(({ id }) => id);
  const choice = useCalendarChoice({ isNarrow, showsSeveralCoaches: (ids) => idsOrDefault(ids).length > 1 });
  const countInDay = (isWide && maxShownCoaches) || (isMedium && mediumCoachCount) || defaultCoachCount;
  const count = choice.view === 'tag' ? countInDay : defaultCoachCount;
  const joinedIds = idsOrDefault(choice.coachIds, count).join(',');
  const selectedCoaches = useMemo(
    () => joinedIds.split(',').flatMap((id) => activeCoaches.filter((coach) => coach.id === Number(id))),
    [joinedIds, activeCoaches],
  );
  if (coaches.isError) {
    return (
      <>
        <PageHeader title="Kalender" />
        <ErrorNotice error={coaches.error} retry={() => void coaches.refetch()} />
      </>
    );
  }
  if (!data) return <CalendarSkeleton />;
  const coachFilter = (
    <CoachChoice allCoaches={activeCoaches} chosenCoaches={selectedCoaches} onChange={choice.setCoaches} />
  );
  return <CalendarBoard choice={choice} selectedCoaches={selectedCoaches} asAdmin coachFilter={coachFilter} />;
}
