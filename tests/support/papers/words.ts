import { columnLabels } from '../../../src/features/own-data/export/words.ts';
import type { DB } from '../../../src/platform/database/tables.generated.ts';

export type Table = keyof DB;

/** The processing activities of docs/papers/verzeichnis.md; the generator writes the data of each. */
export const activities = [
  'accounts',
  'coachings',
  'documents',
  'ratings',
  'mails',
  'rights',
  'log',
  'operation',
] as const;
export type Activity = (typeof activities)[number];

/** What a table holds, whom its rows are about, and the activity for which it is needed, in German. */
interface TableWords {
  name: string;
  people: string;
  activity: Activity;
}

const participants = 'Teilnehmende';
const staff = 'Coaches und Admins';
const everybody = 'Teilnehmende, Coaches und Admins';

/** The words for each table. The code does not compile if a table is missing here. */
export const tableWords: Readonly<Record<Table, TableWords>> = {
  person: { name: 'Konto', people: everybody, activity: 'accounts' },
  participant: { name: 'Weiterbildung', people: participants, activity: 'accounts' },
  coach: { name: 'Coachzugang', people: 'Coaches', activity: 'accounts' },
  session: { name: 'Laufende Anmeldungen', people: everybody, activity: 'accounts' },
  credential: {
    name: 'Bestätigungslinks, vorläufige Passwörter und bekannte Geräte',
    people: everybody,
    activity: 'accounts',
  },
  second_factor: { name: 'Anmeldung in zwei Schritten', people: staff, activity: 'accounts' },
  recovery_code: { name: 'Wiederherstellungscodes', people: staff, activity: 'accounts' },
  passkey: { name: 'Passkeys', people: everybody, activity: 'accounts' },
  bound_identity: { name: 'Firmenkonten', people: staff, activity: 'accounts' },
  single_sign_on_attempt: { name: 'Begonnene Anmeldungen mit Firmenkonto', people: '', activity: 'accounts' },
  single_sign_on_code: {
    name: 'Anmeldungen mit Firmenkonto vor ihrem letzten Schritt',
    people: staff,
    activity: 'accounts',
  },
  passkey_challenge: { name: 'Begonnene Anmeldungen mit Passkeys', people: everybody, activity: 'accounts' },
  token: { name: 'Zugangsschlüssel für andere Systeme', people: 'Admins', activity: 'accounts' },
  saved_view: { name: 'Gespeicherte Ansichten von Listen', people: staff, activity: 'accounts' },
  role: { name: 'Rollen', people: '', activity: 'accounts' },
  location: { name: 'Standorte', people: '', activity: 'accounts' },
  appointment: { name: 'Termine', people: everybody, activity: 'coachings' },
  coaching_type: { name: 'Arten von Coachings', people: '', activity: 'coachings' },
  series: { name: 'Terminserien', people: 'Coaches', activity: 'coachings' },
  absence: { name: 'Abwesenheiten', people: 'Coaches', activity: 'coachings' },
  absence_change: { name: 'Von einer Abwesenheit geänderte Termine', people: participants, activity: 'coachings' },
  availability: { name: 'Tage bis zum nächsten freien Termin', people: 'Coaches', activity: 'coachings' },
  import: { name: 'Importe von Kalendern', people: 'Admins', activity: 'coachings' },
  import_failure: { name: 'Nicht übernommene Zeilen von Importen', people: 'Coaches', activity: 'coachings' },
  waiting_entry: { name: 'Einträge der Warteliste', people: participants, activity: 'coachings' },
  waiting_offer: { name: 'Angebote von der Warteliste', people: participants, activity: 'coachings' },
  found_participant: {
    name: 'Mit der E-Mail-Adresse gefundene Personen',
    people: 'Teilnehmende und Coaches',
    activity: 'coachings',
  },
  introduction: { name: 'Vorstellungen von Coaches', people: 'Coaches', activity: 'coachings' },
  document: { name: 'Unterlagen (Angaben zu den Dateien)', people: participants, activity: 'documents' },
  note: { name: 'Notizen von Coaches', people: 'Teilnehmende und Coaches', activity: 'documents' },
  rating: { name: 'Bewertungen', people: 'Teilnehmende und Coaches', activity: 'ratings' },
  mail: { name: 'Versand von E-Mails, ohne deren Text', people: everybody, activity: 'mails' },
  reminder: { name: 'Vorbereitete Erinnerungen', people: participants, activity: 'mails' },
  reminder_choice: { name: 'Gewünschte Erinnerungen', people: participants, activity: 'mails' },
  calendar_feed: { name: 'Kalender-Abos', people: everybody, activity: 'mails' },
  erasure_request: { name: 'Löschanträge', people: participants, activity: 'rights' },
  audit: { name: 'Protokoll', people: everybody, activity: 'log' },
  audit_seal: { name: 'Siegel des Protokolls', people: '', activity: 'log' },
  throttle: { name: 'Zähler von Anmeldeversuchen und Aufrufen', people: '', activity: 'operation' },
  backup: { name: 'Versuche der nächtlichen Sicherung', people: '', activity: 'operation' },
  webhook: { name: 'Webhooks: Adressen anderer Systeme', people: '', activity: 'operation' },
  webhook_delivery: {
    name: 'Mitteilungen an andere Systeme (Webhooks), nur mit Nummern und Zeiten',
    people: 'Teilnehmende und Coaches',
    activity: 'operation',
  },
  migration: { name: 'Angewandte Änderungen des Datenbankschemas', people: '', activity: 'operation' },
  session_day: { name: 'Anmeldungen je Tag, gezählt', people: '', activity: 'operation' },
  tracking: { name: 'Besuche je Tag, gezählt', people: '', activity: 'operation' },
};

/**
 * German words for columns that the export of one's own data does not show, or calls by a word that only fits there.
 * The keys are names of columns, or `table.column` if the word depends on the table.
 */
const columnWords: Readonly<Record<string, string>> = {
  id: 'Nummer',
  number: 'Nummer',
  'session.number': 'Nummer der Anmeldung',
  hash: 'Prüfwert',
  credential_id: 'Kennung des Schlüssels',
  public_key: 'Öffentlicher Schlüssel',
  sign_count: 'Zahl der Unterschriften',
  session_hash: 'Prüfwert der Anmeldung',
  password_hash: 'Prüfwert des Passworts',
  token_hash: 'Prüfwert der Kalenderadresse',
  id_hash: 'Prüfwert der Anmeldung',
  code_hash: 'Prüfwert des Anmeldecodes',
  browser_hash: 'Prüfwert des Cookies',
  companion_hash: 'Prüfwert des Cookies',
  secret: 'Geheimnis (verschlüsselt)',
  store_key: 'Ablageort der Datei',
  sha256: 'Prüfsumme der Datei',
  ending: 'Dateiendung',
  by_coach: 'Von einem Coach hochgeladen',
  answers: 'Beantwortetes Dokument',
  markup_counted: 'Änderungen und Kommentare gezählt',
  picture: 'Bild',
  full_name: 'Voller Name',
  search_name: 'Name in der Form für die Suche',
  person_id: 'Person',
  bound: 'An ein Cookie gebunden',
  last_call: 'Letzter Aufruf',
  last_step: 'Zuletzt benutzter Zeitschritt',
  place: 'Platz in der Warteliste',
  instead_of: 'Buchung, die getauscht werden soll',
  entry_id: 'Eintrag der Warteliste',
  outcome: 'Ergebnis des Angebots',
  ended_by: 'Beendet von',
  appointment_id: 'Termin',
  document_id: 'Dokument',
  offer_id: 'Angebot',
  erasure_request_id: 'Löschantrag',
  absence_id: 'Abwesenheit',
  taken_back: 'Buchung zurückgenommen',
  day: 'Tag',
  days_until: 'Tage bis zum nächsten freien Termin',
  moved_to: 'Neuer Termin',
  given_up_by: 'Freigegeben von',
  closed_by: 'Beantwortet von',
  closing_reason: 'Begründung der Antwort',
  attempts: 'Versuche',
  'webhook_delivery.answer': 'Antwort des anderen Systems',
  tried_at: 'Letzter Versuch',
  last_code: 'Antwort des Mailservers',
  overtaken_at: 'Überholt',
  to_hand_over: 'Wartet auf den Versand',
  hold_until: 'Wartet bis',
  known_state: 'Zuletzt mitgeteilter Stand',
  known_coach_id: 'Zuletzt mitgeteilter Coach',
  known_starts_at: 'Zuletzt mitgeteilter Beginn',
  known_ends_at: 'Zuletzt mitgeteiltes Ende',
};

/** The German word for a column; undefined if it has none. */
export function findColumnWord(table: Table, column: string): string | undefined {
  const key = `${table}.${column}`;
  return columnWords[key] ?? columnWords[column] ?? columnLabels[key] ?? columnLabels[column];
}
