import type { Criterion } from './web-criteria.ts';

// The clauses of EN 301 549 V3.2.1 beside clause 9, in short.

const proofTest =
  '`src/features/evidence/proof.test.ts`: "has two pages for forty coachings, and screen readers read each row once"';
const evidenceTest =
  '`src/features/evidence/evidence.test.ts`: "the same evidence as a PDF has landscape pages that screen readers can read, and the sums"';

/** The other clauses in their order. */
export const otherClauses: readonly Criterion[] = [
  {
    number: '5.1',
    name: 'Geschlossene Funktionalität',
    notApplicable: 'Die Seiten laufen in einem Browser mit den Hilfsmitteln der Person.',
  },
  { number: '5.2', name: 'Aktivierung von Barrierefreiheitsfunktionen' },
  { number: '5.3', name: 'Biometrie', notApplicable: 'Das Portal verwendet keine biometrischen Merkmale.' },
  {
    number: '5.4',
    name: 'Erhalt von Barrierefreiheitsinformationen bei Umwandlung',
    remark: 'Das Portal zeigt Dokumente als Text oder als Seiten und entfernt nachgeladene Inhalte beim Hochladen.',
  },
  { number: '5.5', name: 'Bedienbare Teile', notApplicable: 'Keine Hardware.' },
  { number: '5.6', name: 'Sperr- oder Umschaltelemente' },
  { number: '5.7', name: 'Tastenwiederholung', notApplicable: 'Das Portal hat keine eigene Tastenwiederholung.' },
  { number: '5.8', name: 'Annahme von Doppelanschlägen', notApplicable: 'Keine Hardware.' },
  { number: '5.9', name: 'Gleichzeitige Benutzeraktionen' },
  {
    number: '6',
    name: 'IKT mit Zwei-Wege-Sprachkommunikation',
    notApplicable: 'Das Portal enthält nur einen Link zur Videokonferenz eines anderen Anbieters.',
  },
  { number: '7', name: 'IKT mit Videofähigkeiten', notApplicable: 'Das Portal zeigt keine Videos.' },
  { number: '8', name: 'Hardware', notApplicable: 'Keine Hardware.' },
  {
    number: '9.6',
    name: 'WCAG-Konformitätsanforderungen',
    remark: 'Ganze Prozesse und ganze Seiten muss ein Mensch beurteilen.',
  },
  {
    number: '10',
    name: 'Nicht-Web-Dokumente: PDF-Dateien, die das Portal erzeugt',
    tests: [proofTest, evidenceTest],
    remark: 'Teilnahmenachweis und Nachweise für Kostenträger: was ein Programm an PDF/UA-1 prüfen kann, ohne veraPDF.',
  },
  {
    number: '10',
    name: 'Nicht-Web-Dokumente: Tabellen (xlsx, CSV), Kalenderdateien, Unterlagen anderer',
    remark: 'Unterlagen, die Teilnehmende oder Coaches hochladen, prüft das Portal nicht auf Barrierefreiheit.',
  },
  {
    number: '11.1–11.6',
    name: 'Software: Kriterien für Programme außerhalb des Webs',
    notApplicable: 'Das Portal besteht aus Webseiten; für sie gilt Abschnitt 9.',
  },
  {
    number: '11.7',
    name: 'Benutzerpräferenzen',
    tests: [
      '`tests/e2e/forced-colours.e2e.ts`: "with forced colours, buttons and dialogs keep their edges"',
      '`tests/long/axe.long.ts`: "axe finds no violation on any page that a role may open"',
    ],
    remark: 'Erzwungene Farben auf der Startseite; die Wahl des Systems zwischen Hell und Dunkel auf jeder Seite.',
  },
  {
    number: '11.8',
    name: 'Autorenwerkzeuge',
    remark: 'Nutzende schreiben kurze Texte ohne Auszeichnung; Coaches stellen ein Bild ein.',
  },
  { number: '12.1', name: 'Produktdokumentation' },
  {
    number: '12.2',
    name: 'Unterstützungsdienste',
    remark: 'Den Support leistet der Anbieter des Portals: [vom Betreiber zu beschreiben].',
  },
  {
    number: '13',
    name: 'IKT mit Zugang zu Relais- oder Notdiensten',
    notApplicable: 'Das Portal bietet weder Relais- noch Notdienste.',
  },
];
