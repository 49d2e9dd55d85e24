import { describe, expect, it } from 'vitest';
import { groupPages } from './pageGroups.ts';
import { pages, type Page } from './pages.ts';

const titlesByGroup = (entries: readonly Page[]) =>
  groupPages(entries).map(({ name, entries: grouped }) => [name, grouped.map(({ title }) => title)]);

describe('the groups of the menu [1.4]', () => {
  it('list the admins’ pages in five groups, each in the order of use', () => {
    expect(
      titlesByGroup(pages.filter((page) => (page.for === 'admin' && page.menu) || page.alsoInAdminSection)),
    ).toEqual([
      ['Heute', ['Willkommen', 'Dashboard', 'Kalender']],
      [
        'Termine',
        [
          'Terminübersicht',
          'Buchungsübersicht',
          'Warteliste',
          'Termine erstellen',
          'Termin Upload',
          'Serien',
          'Abwesenheiten',
        ],
      ],
      ['Menschen', ['Teilnehmersuche', 'Einladen', 'Nutzerverwaltung', 'Vorstellungen', 'Löschanträge']],
      ['Zahlen', ['Bewertungen', 'Auswertung', 'Steuerung', 'Besuche']],
      ['Betrieb', ['E-Mails', 'Protokoll', 'Schnittstellen']],
    ]);
  });

  it('leave out groups in which a coach has no page', () => {
    expect(titlesByGroup(pages.filter((page) => page.for === 'coach'))).toEqual([
      ['Heute', ['Willkommen', 'Tagesplan', 'Kalender']],
      ['Termine', ['Terminübersicht', 'Termin erstellen', 'Serien', 'Abwesenheiten']],
      ['Menschen', ['Teilnehmersuche', 'Vorstellung']],
      ['Zahlen', ['Bewertungen']],
    ]);
  });

  it('do not divide the other sections', () => {
    expect(titlesByGroup(pages.filter((page) => page.menu && page.for === 'participant'))).toEqual([
      [null, ['Willkommen', 'Termine buchen', 'Meine Termine', 'Meine Unterlagen']],
    ]);
  });
});
