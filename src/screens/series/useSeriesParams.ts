import { useSearchParams } from 'react-router';
import { isDate, isTime } from '../../shared/berlin.ts';
import { filterChange } from '../../web/address/filterChange.ts';
import { idParam } from '../../web/address/searchFilters.ts';

/** The form's values in the URL. A value that the URL does not contain is null, '' or an empty list. */
export interface SeriesParams {
  coachId: number | null;
  /** 1 (Monday) to 7, in order. */
  weekdays: readonly number[];
  /** Berlin days `yyyy-mm-dd` and times `HH:mm`. */
  fromDate: string;
  tillDate: string;
  fromTime: string;
  tillTime: string;
}

const coachParam = idParam('coach');

/**
 * Returns the parameters in the URL (reference 7.15): `coach`, `wochentage` ('1,3'), `von` and `bis` (days), `zeit`
 * ('09:00-12:00', either time may be missing). `setCoach` changes the coach in the URL.
 */
export function useSeriesParams(): { params: SeriesParams; setCoach: (coachId: number | null) => void } {
  const [params, setParams] = useSearchParams();
  const readDay = (name: string) => (isDate(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  const weekdayTexts = (params.get('wochentage') ?? '').split(',');
  const [fromTime = '', tillTime = ''] = (params.get('zeit') ?? '')
    .split('-')
    .map((time) => (isTime(time) ? time : ''));
  return {
    params: {
      coachId: coachParam.read(params.get('coach')),
      weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => weekdayTexts.includes(String(day))),
      fromDate: readDay('von'),
      tillDate: readDay('bis'),
      fromTime,
      tillTime,
    },
    setCoach: (coachId) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (coachId === null) next.delete('coach');
          else next.set('coach', String(coachId));
          return next;
        },
        { ...filterChange, replace: true },
      ),
  };
}
