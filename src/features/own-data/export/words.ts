import { auditActions } from '../../audit/actions.rules.ts';
import { findMailDefinition } from '../../mail/exports.ts';
import { profileColumnLabels } from '../../people/exports.ts';
import { germanDate, germanMoment } from '../../../shared/berlin.ts';
import { roleOfId, roles } from '../../../shared/roles.ts';

/** A document's path in the archive. It contains the id, since documents can have the same name. */
export function pathInArchive({ id, name }: { id: number; name: string }): string {
  return `unterlagen/${id}-${name.replaceAll(/[/\\]/g, '_')}`;
}

/**
 * The German labels of the columns that the readable page shows (reference 13.9). The keys are names of columns, or
 * `table.column` if the label depends on the table. All other columns are only in the JSON file.
 */
export const columnLabels: Readonly<Record<string, string>> = {
  first_name: 'Vorname',
  last_name: 'Nachname',
  email: 'E-Mail',
  gender: 'Anrede',
  phone: 'Telefonnummer',
  role_id: 'Rolle',
  signed_in_on: 'Zuletzt angemeldet am',
  confirmed_at: 'Bestätigt',
  inactive_at: 'Gesperrt seit',
  end_announced_at: 'Ende des Kontos angekündigt',
  created_at: 'Angelegt',
  // For the profile columns that are also listed above, these labels apply, but the order above stays.
  ...profileColumnLabels,
  location_id: 'Standort',
  teams_link: 'Teams-Link',
  'coach.state': 'Bundesland',
  coach_id: 'Coach',
  participant_id: 'Teilnehmer:in',
  type_id: 'Art',
  starts_at: 'Beginn',
  ends_at: 'Ende',
  status: 'Status',
  self_booked: 'Selbst gebucht',
  booked_at: 'Gebucht',
  booked_by: 'Gebucht von',
  cancel_kind: 'Art der Stornierung',
  cancel_reason: 'Grund',
  booking_note: 'Nachricht an den Coach',
  coming_at: 'Zugesagt',
  attended_at: 'Anwesenheit bestätigt',
  cancelled_at: 'Storniert',
  cancelled_by: 'Storniert von',
  moved_at: 'Verlegt',
  moved_by_staff: 'Vom Team verlegt',
  found_at: 'Gefunden',
  recorded_late_at: 'Nachgetragen',
  recorded_late_by: 'Nachgetragen von',
  collaboration: 'Zusammenarbeit',
  open_questions: 'Klärung offener Fragen',
  application_process: 'Bewerbungsprozess',
  competencies: 'Kompetenzen',
  documents: 'Bewerbungsunterlagen',
  recommendation: 'Weiterempfehlung',
  personal_feedback: 'Persönliches Feedback',
  free_text: 'Weitere Rückmeldung',
  topics: 'Besprochene Themen',
  topic_wishes: 'Gewünschte Themen',
  name: 'Name',
  size: 'Größe in Byte',
  version: 'Fassung',
  'document.state': 'Stand',
  insertions: 'Eingefügte Stellen',
  deletions: 'Gelöschte Stellen',
  changes: 'Änderungen',
  comments: 'Kommentare',
  uploaded_at: 'Hochgeladen',
  uploaded_by: 'Hochgeladen von',
  text: 'Text',
  'introduction.state': 'Stand',
  proposed_at: 'Vorgeschlagen',
  decided_at: 'Entschieden',
  written_at: 'Geschrieben',
  author_id: 'Geschrieben von',
  kind: 'Art',
  sent_at: 'Gesendet',
  failed_at: 'Nicht zustellbar seit',
  address: 'An die Adresse',
  queued_at: 'Vorbereitet',
  wanted: 'Gewünscht',
  read_at: 'Zuletzt abgerufen',
  initials_only: 'Nur Initialen',
  free_shown: 'Mit freien Terminen',
  'saved_view.list': 'Liste',
  'saved_view.query': 'Filter',
  'saved_view.columns': 'Spalten',
  passkey_name: 'Passkey',
  synced: 'Auf mehreren Geräten',
  by_passkey: 'Mit einem Passkey',
  by_single_sign_on: 'Mit dem Firmenkonto',
  issuer: 'Anbieter des Firmenkontos',
  subject: 'Kennung des Firmenkontos',
  bound_at: 'Verknüpft',
  body: 'Was mitgeteilt wurde',
  device: 'Gerät',
  seen_at: 'Zuletzt benutzt',
  expires_at: 'Gültig bis',
  scopes: 'Bereiche',
  expires_on: 'Gültig bis',
  last_used_at: 'Zuletzt benutzt',
  revoked_at: 'Gesperrt',
  revoked_by: 'Gesperrt von',
  created_by: 'Angelegt von',
  token_id: 'Zugangsschlüssel',
  webhook_host: 'Webhook',
  at: 'Wann',
  actor_id: 'Wer',
  action: 'Was',
  person_id: 'Wen betrifft es',
  from_date: 'Von',
  till_date: 'Bis',
  weekdays: 'Wochentage',
  every_weeks: 'Alle wie viele Wochen',
  from_time: 'Ab',
  till_time: 'Bis Uhrzeit',
  minutes: 'Minuten',
  break_minutes: 'Pause in Minuten',
  joined_at: 'Eingetragen',
  ended_at: 'Beendet',
  held_from: 'Reserviert ab',
  held_until: 'Reserviert bis',
  requested_at: 'Beantragt',
  reason: 'Grund',
  closed_at: 'Beantwortet',
  closing_reason: 'Unsere Begründung',
  imported_by: 'Importiert von',
  imported_at: 'Importiert',
  file_name: 'Datei',
  coach_email: 'Coach-E-Mail',
  type: 'Typ',
  date: 'Datum',
};

const introductionStates: Record<string, string> = {
  proposed: 'vorgeschlagen',
  refused: 'abgelehnt',
  shown: 'zu sehen',
};

/** Functions that return the German word for a stored code, by column; undefined for an unknown code. */
const valueWords: Readonly<Record<string, (value: string) => string | undefined>> = {
  gender: (value) => ({ m: 'Herr', f: 'Frau', d: 'Divers' })[value],
  status: (value) => ({ F: 'frei', G: 'gebucht', V: 'versäumt', K: 'storniert' })[value],
  type_id: (value) => ({ 1: 'Einzelcoaching', 2: 'Speedcoaching' })[value],
  state: (value) => ({ new: 'neu', inWork: 'in Arbeit', returned: 'beantwortet', ...introductionStates })[value],
  cancel_kind: (value) =>
    ({ byParticipant: 'von dir', byAdmin: 'vom Team', goodwill: 'Kulanz', rescheduled: 'verlegt' })[value],
  role_id: (value) => {
    const role = roleOfId(Number(value));
    return role ? roles[role].label : undefined;
  },
  kind: (value) =>
    findMailDefinition(value)?.label ??
    { knownDevice: 'Bekanntes Gerät', usedPassword: 'Benutztes vorläufiges Passwort' }[value],
  action: (value) => (auditActions as Record<string, { label: string } | undefined>)[value]?.label,
  weekdays: (value) => ['', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'][Number(value)],
};

/** A stored value as a German text: words instead of codes, and dates and times of Berlin; '' for an empty value. */
export function toReadableText(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (Array.isArray(value)) return value.map((element) => toReadableText(column, element)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const word = valueWords[column]?.(text);
  if (word !== undefined) return word;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return germanMoment(new Date(text));
  // Converts a date, and returns any other text unchanged.
  return germanDate(text);
}
