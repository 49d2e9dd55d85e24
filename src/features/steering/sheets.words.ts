import type { Cell, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { weekdayNames } from '../../shared/berlin.ts';
import type { Steering } from './contract.ts';
import { definitions, type Share } from './rules.ts';

/** Replaces a figure that would reveal too much about few people, or for which nothing was counted. */
const tooFew = 'zu wenige';

const percent = (share: number | null): Cell => (share === null ? '–' : Math.round(share * 1000) / 10);
const rounded = (value: number | null, instead: string): Cell =>
  value === null ? instead : Math.round(value * 100) / 100;

/** The figures as sheets (reference 16.8): an overview that says how each is counted, then those with many rows. */
export function steeringSheets(figures: Steering): Sheet[] {
  const { availability, utilisation, ratings, topics } = figures;
  const line = (name: string, value: Cell, key: keyof typeof definitions): Cell[] => [
    name,
    value,
    definitions[key].text,
  ];
  const rate = (key: 'missed' | 'lateCancellations' | 'reschedules' | 'documents', of: Share): Cell[] =>
    line(`${definitions[key].title} (%) – ${of.count} von ${of.of}`, percent(of.share), key);
  return [
    {
      name: 'Überblick',
      columns: ['Zahl', 'Wert', 'So wird gezählt'],
      rows: [
        line('Tage bis zum nächsten freien Termin', rounded(availability.daysUntil, '–'), 'availability'),
        line('Tage mit freiem Termin binnen 14 Tagen (%)', percent(availability.within14), 'availability'),
        line('Tage mit freiem Termin binnen 28 Tagen (%)', percent(availability.within28), 'availability'),
        line('Auslastung (%)', percent(utilisation.total.share), 'utilisation'),
        rate('missed', figures.missed),
        rate('lateCancellations', figures.lateCancellations),
        rate('reschedules', figures.reschedules),
        line(
          definitions.daysToFirstCoaching.title,
          rounded(figures.daysToFirstCoaching.median, '–'),
          'daysToFirstCoaching',
        ),
        line(definitions.waitingUnmet.title, figures.waitingUnmet, 'waitingUnmet'),
        rate('documents', figures.documents),
        line(`Sterne (${ratings.ratings} Bewertungen)`, rounded(ratings.mean, tooFew), 'ratings'),
        ...ratings.means.map(({ title, mean }) => line(title, rounded(mean, tooFew), 'ratings')),
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
        ...[weekdayNames[weekday - 1] ?? '', hour, offered, booked, percent(share)],
      ]),
    },
    {
      name: 'Themen',
      columns: ['Thema', 'Gewünscht'],
      rows: topics.map(({ topic, count }) => [topic, count ?? tooFew]),
    },
  ];
}
