import { useMemo } from 'react';
import { compareGerman } from '../../shared/german.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { listCoaches } from '../../features/coaches/contract.ts';
import { CalendarBoard } from './CalendarBoard.tsx';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { CoachChoice } from './CoachChoice.tsx';
import type { SelectedCoach } from './useCalendar.ts';
import { useCalendarChoice } from './useCalendarChoice.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';

/** The number of coaches shown before an admin chooses any. */
const defaultCount = 3;

/** The calendar for admins: one or several coaches side by side, listed in the address (reference 7.16). */
export default function FullCalendar() {
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000 });
  const { data } = coaches;
  const all = useMemo(
    () =>
      (data?.data ?? [])
        .filter(({ active }) => active)
        .map(({ id, firstName, lastName, state }): SelectedCoach => ({
          id,
          name: `${firstName} ${lastName}`,
          state: state ?? data?.meta.state ?? null,
        }))
        .sort((a, b) => compareGerman(a.name, b.name)),
    [data],
  );
  const narrow = !useMinWidth(600);
  const idsOrDefault = (ids: readonly number[]) =>
    ids.length > 0 ? ids : all.slice(0, defaultCount).map(({ id }) => id);
  const choice = useCalendarChoice({ narrow, several: (ids) => idsOrDefault(ids).length > 1 });
  const selectedIds = idsOrDefault(choice.coaches).join(',');
  const selected = useMemo(
    () => selectedIds.split(',').flatMap((id) => all.filter((coach) => coach.id === Number(id))),
    [selectedIds, all],
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
  const filter = <CoachChoice all={all} chosen={selected} onChange={choice.setCoaches} />;
  return <CalendarBoard choice={choice} selected={selected} asAdmin filter={filter} />;
}
