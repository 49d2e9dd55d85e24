import { CalendarBoard } from './CalendarBoard.tsx';
import type { WantedCoach } from './useCalendar.ts';
import { useCalendarChoice } from './useCalendarChoice.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';

/** The caller's own; the server knows whose it is. */
const own: readonly WantedCoach[] = [{ id: 0, name: '', state: undefined }];

/** The calendar of the coach who is signed in (reference 7.16). */
export default function OwnCalendar() {
  const choice = useCalendarChoice({ narrow: !useMinWidth(600), several: () => false });
  return <CalendarBoard choice={choice} wanted={own} asAdmin={false} />;
}
