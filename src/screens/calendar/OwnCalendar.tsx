import { CalendarBoard } from './CalendarBoard.tsx';
import type { SelectableCoach } from './useCalendar.ts';
import { useCalendarChoice } from './useCalendarChoice.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';

/** The signed-in coach. They need no id here, because the server identifies them by their session. */
const signedInCoach: readonly SelectableCoach[] = [{ id: 0, name: '', federalState: undefined }];

/** The calendar of the signed-in coach (reference 7.16). */
export default function OwnCalendar() {
  const choice = useCalendarChoice({ isNarrow: !useMinWidth(600), showsSeveralCoaches: () => false });
  return <CalendarBoard choice={choice} selectedCoaches={signedInCoach} asAdmin={false} />;
}
