import type { Cell, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { weekdayNames } from '../../shared/berlin.ts';
import type { Steering } from './contract.ts';
import { definitions, type Share } from './rules.ts';

/** Shown instead of a figure that would reveal too much about too few people. */
const tooFew = 'zu wenige';

const percent = (share: number | null): Cell => (share === null ? '–' : Math.round(share * 1000) / 10);
const roundOr = (value: number | null, placeholder: string): Cell =>
  value === null ? placeholder : Math.round(value * 100) / 100;

/**
 * Converts the figures to sheets (reference 16.8): an overview that says how each figure is counted, then one sheet for
 * each figure with many rows.
 */
export function toSteeringSheets(figures: Steering): Sheet[] {
  const { availability, utilisation, ratings, topics } = figures;
  const figureRow = (name: string, value: Cell, key: keyof typeof definitions): Cell[] => [
    name,
    value,
    definitions[key].text,
  ];
  const rateRow = (
    key: 'missed' | 'lateCancellations' | 'byCoach' | 'reschedules' | 'documents',
    rate: Share,
  ): Cell[] => figureRow(`${definitions[key].title} (%) – ${rate.count} von ${rate.of}`, percent(rate.share), key);
  return [
    {
      name: 'Überblick',
      columns: ['Zahl', 'Wert', 'So wird gezählt'],
      rows: [
        figureRow('Tage bis zum nächsten freien Termin', roundOr(availability.daysUntil, '–'), 'availability'),
        figureRow('Tage mit freiem Termin binnen 14 Tagen (%)', percent(availability.within14), 'availability'),
        figureRow('Tage mit freiem Termin binnen 28 Tagen (%)', percent(availability.within28), 'availability'),
        figureRow('Auslastung (%)', percent(utilisation.total.share), 'utilisation'),
        rateRow('missed', figures.missed),
        rateRow('lateCancellations', figures.lateCancellations),
        rateRow('byCoach', figures.byCoach),
        rateRow('reschedules', figures.reschedules),
        figureRow(
          definitions.daysToFirstCoaching.title,
          roundOr(figures.daysToFirstCoaching.median, '–'),
          'daysToFirstCoaching',
        ),
        figureRow(definitions.waitingUnmet.title, figures.waitingUnmet, 'waitingUnmet'),
        rateRow('documents', figures.documents),
        figureRow(`Sterne (${ratings.ratings} Bewertungen)`, roundOr(ratings.mean, tooFew), 'ratings'),
        ...ratings.means.map(({ title, mean }) => figureRow(title, roundOr(mean, tooFew), 'ratings')),
      ],
    },
    {
      name: 'Freie Termine',
      columns: ['Tag', 'Tage bis zum nächsten freien Termin'],
      rows: availability.days.map(({ date, daysUntil }) => [{ date }, daysUntil ?? 'keiner frei']),
    },
    {
      name: 'Coaches',
      columns: ['Coach', 'Angeboten', 'Gebucht', 'Auslastung (%)'],
      rows: utilisation.coaches.map(({ coach, offered, booked, share }) => [coach, offered, booked, percent(share)]),
    },
    {
      name: 'Wochentage und Stunden',
      columns: ['Wochentag', 'Stunde', 'Angeboten', 'Gebucht', 'Auslastung (%)'],
      rows: utilisation.hours.map(({ weekday, hour, offered, booked, share }) => [
        weekdayNames[weekday - 1] ?? '',
        hour,
        offered,
        booked,
        percent(share),
      ]),
    },
    {
      name: 'Themen',
      columns: ['Thema', 'Gewünscht'],
      rows: topics.map(({ topic, count }) => [topic, count ?? tooFew]),
    },
  ];
}
