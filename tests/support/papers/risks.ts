import { readSource } from '../sources.ts';
import { renderTable } from './markdown.ts';

// The table of risks of docs/papers/dsfa.md. Threats (T), races (R) and faults (F) and their states are those of
// docs/security/threats.md.

const stateWords: Record<string, string> = {
  built: 'gebaut und getestet',
  part: 'teilweise gebaut',
  open: 'offen',
  answered: 'beantwortet, nichts zu bauen',
};

/**
 * A risk for the people concerned. `entries` are numbers of docs/security/threats.md; 'R' and 'F' stand for all of
 * them.
 */
interface Risk {
  risk: string;
  entries: string[];
  measures: string;
}

const risks: readonly Risk[] = [
  {
    risk: 'Fremde benutzen das Konto einer Person',
    entries: ['T05', 'T06', 'T07', 'T11', 'T34', 'T41', 'T43', 'T48', 'T49'],
    measures:
      'Passwortregeln, Zähler von Versuchen, an den Browser gebundene und befristete Anmeldungen, zweiter ' +
      'Faktor für Coaches und Admins, Passkeys für alle, auf Wunsch die zentrale Anmeldung des Unternehmens ' +
      'für Coaches und Admins',
  },
  {
    risk: 'Coaches, Admins oder andere Teilnehmende sehen Unterlagen und Daten, die sie nichts angehen',
    entries: ['T01', 'T02', 'T03', 'T04', 'T42'],
    measures:
      'Rechte je Aufruf und Rolle, Coaches sehen nur eigene Teilnehmende, jeder Zugriff steht im Protokoll, ' +
      'die Person kann ihn nachlesen',
  },
  {
    risk:
      'Ein angebundenes System oder jemand mit dessen Zugangsschlüssel sieht oder ändert Daten, die es ' +
      'nichts angehen',
    entries: ['T44', 'T45'],
    measures:
      'Zugangsschlüssel nur für gewählte Bereiche, höchstens ein Jahr gültig, nur als Prüfwert gespeichert, ' +
      'jederzeit zu sperren; jede Änderung steht mit dem Namen des Schlüssels im Protokoll',
  },
  {
    risk: 'Es wird bekannt, wer an einer geförderten Weiterbildung teilnimmt',
    entries: ['T09', 'T10'],
    measures:
      'gleiche Antworten bei Anmeldung und vergessenem Passwort, begrenzte Registrierungen; ' +
      '`REVEAL_EXISTING_EMAIL=0` auch bei der Registrierung',
  },
  {
    risk: 'Ein Dokument oder Bild schadet denen, die es öffnen',
    entries: ['T12', 'T13', 'T14', 'T38', 'T39'],
    measures:
      'Prüfung in abgeschotteten Prozessen, Ablehnung von Makros und Programmen, Anzeige ohne Skripte, auf ' +
      'Wunsch Virenscanner',
  },
  {
    risk:
      'Daten werden unterwegs, in Logs, Zwischenspeichern, Fehlern oder durch fremde Seiten und Skripte ' +
      'offengelegt',
    entries: ['T25', 'T26', 'T27', 'T28', 'T29', 'T30', 'T36'],
    measures:
      'TLS, Logs nur mit Nummern, keine Speicherung in Caches, strenge Content Security Policy, Chat in ' +
      'einem eigenen Rahmen nach einem Klick',
  },
  {
    risk:
      'Mitteilungen an andere Systeme verraten etwas über Personen, werden gefälscht oder in das eigene Netz ' +
      'gelenkt',
    entries: ['T46', 'T47'],
    measures: 'nur Nummern und Zeiten, Signatur, https, nur zu geprüften Adressen des Internets und benannten Rechnern',
  },
  {
    risk: 'Eingeschleuste Inhalte führen Programme aus oder täuschen Empfänger',
    entries: ['T17', 'T18', 'T19', 'T20', 'T21', 'T22', 'T24'],
    measures: 'geprüfte Eingaben, Texte bleiben Texte, feste Abfragen, keine Formeln in Exporten',
  },
  {
    risk: 'Das Portal oder seine Daten sind nicht verfügbar',
    entries: ['T08', 'T15', 'T16', 'T23', 'F'],
    measures:
      'Grenzen für Aufwand und Speicher, Wiederanlauf ohne Verlust bestätigter Buchungen, verschlüsselte Sicherungen',
  },
  {
    risk: 'Daten sind falsch: doppelte oder verlorene Buchungen, erfundene Coachings',
    entries: ['T31', 'T40', 'R'],
    measures: 'Regeln in der schreibenden Transaktion und in der Datenbank, Kennzeichnung von Nachträgen',
  },
  {
    risk: 'Daten einer gelöschten Person bleiben erhalten',
    entries: ['T33'],
    measures: 'Klasse für jede Spalte, Löschung in einer Transaktion, Liste der Löschungen für Wiederherstellungen',
  },
  {
    risk: 'Handlungen von Beschäftigten lassen sich nicht nachvollziehen oder werden bestritten',
    entries: ['T35'],
    measures: 'unveränderliches, versiegeltes Protokoll, Warnung vor massenhaftem Lesen und Buchen',
  },
  {
    risk: 'Aus Statistiken werden Personen erkannt',
    entries: ['T37'],
    measures: 'nur Zähler je Tag, gekürzte Netzadressen',
  },
  {
    risk: 'Eine fremde Programmbibliothek wird schädlich',
    entries: ['T32'],
    measures: 'feste Versionen mit Prüfsummen, Stückliste, `npm run advisories`',
  },
];

/** The state of each entry of docs/security/threats.md, by its number. */
function readStates(): Map<string, string> {
  const rows = readSource('docs/security/threats.md').matchAll(/^\| +([TRF]\d\d) +\|.*\| (\w+) +\|$/gm);
  return new Map([...rows].map(([, number = '', state = '']) => [number, state]));
}

/** Describes the entries of a risk by their states. Throws if an entry does not exist. */
function describeEntries(entries: readonly string[], states: ReadonlyMap<string, string>): string {
  const numbers = entries.flatMap((entry) =>
    entry.length > 1 ? [entry] : [...states.keys()].filter((number) => number.startsWith(entry)),
  );
  return Object.entries(stateWords)
    .map(([state, word]) => [numbers.filter((number) => states.get(number) === state), word] as const)
    .filter(([matching]) => matching.length > 0)
    .map(([matching, word]) => `${matching.join(', ')}: ${word}`)
    .join('; ');
}

/** The table of risks. Throws if docs/security/threats.md has an entry that no risk names, or lacks a named one. */
export function renderRisks(): string {
  const states = readStates();
  const named = new Set(risks.flatMap(({ entries }) => entries));
  const unnamed = [...states.keys()].filter((number) => !named.has(number) && !named.has(number.charAt(0)));
  const unknown = [...named].filter((entry) => entry.length > 1 && !states.has(entry));
  if (unnamed.length > 0 || unknown.length > 0)
    throw new Error(`Entries without a risk: ${unnamed.join(', ')}; entries that do not exist: ${unknown.join(', ')}`);
  const heads = [
    'Nr.',
    'Risiko für Betroffene',
    'Maßnahmen des Portals',
    'Einträge in `docs/security/threats.md` und ihr Stand',
    'Eintrittswahrscheinlichkeit und Schwere',
    'Restrisiko',
  ];
  return renderTable(
    heads,
    risks.map(({ risk, entries, measures }, index) => [
      String(index + 1),
      risk,
      measures,
      describeEntries(entries, states),
      '[zu bewerten]',
      '[zu bewerten]',
    ]),
  );
}
