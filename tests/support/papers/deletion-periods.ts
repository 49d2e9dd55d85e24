import { deletionNoticeDays } from '../../../src/features/mail/rules.ts';
import type { RetentionPeriods } from '../../../src/operations/retention/rules.ts';
import { readProviderConfig, type ProviderConfig } from '../../../src/platform/settings/provider-config.ts';
import { readSource } from '../sources.ts';
import { renderTable } from './markdown.ts';

// The periods after which the portal deletes data: those of the provider's file, and those that are fixed in the code.

type Period = keyof RetentionPeriods;

/** What a period deletes. `data` names the tables or columns (`table.column`), and is empty for files. */
interface PeriodWords {
  subject: string;
  start: string;
  effect: string;
  data: string[];
}

/** The words for each retention setting. The code does not compile if a setting is missing here. */
export const periodWords: Readonly<Record<Period, PeriodWords>> = {
  participantMonths: {
    subject: 'Konten von Teilnehmenden ohne Nutzung',
    start: 'letzte Anmeldung, letzter Termin, letztes eigenes Dokument oder Ende der Weiterbildung, was zuletzt kam',
    effect: `Ankündigung per E-Mail; ${deletionNoticeDays} Tage später wird die Person anonymisiert, wenn sie sich nicht anmeldet`,
    data: ['person', 'participant'],
  },
  unconfirmedDays: {
    subject: 'Registrierungen, die nie bestätigt wurden',
    start: 'Registrierung',
    effect: 'die Person wird anonymisiert',
    data: ['person', 'participant'],
  },
  documentMonths: {
    subject: 'Unterlagen von Teilnehmenden, die das Portal nicht benutzen',
    start: 'Hochladen und letzte Nutzung, was später ist',
    effect: 'Zeile und Datei werden gelöscht',
    data: ['document'],
  },
  coachDocumentMonths: {
    subject: 'Unterlagen, die Coaches hochgeladen haben',
    start: 'Hochladen',
    effect: 'Zeile und Datei werden gelöscht',
    data: ['document'],
  },
  cancelReasonMonths: {
    subject: 'Gründe von Stornierungen',
    start: 'Stornierung',
    effect: 'der Text wird geleert, der Termin bleibt',
    data: ['appointment.cancel_reason'],
  },
  bookingNoteMonths: {
    subject: 'Nachrichten von Teilnehmenden zu einer Buchung',
    start: 'Ende des Termins',
    effect: 'der Text wird geleert, der Termin bleibt',
    data: ['appointment.booking_note'],
  },
  refusedIntroductionMonths: {
    subject: 'Abgelehnte Vorstellungen von Coaches, mit Begründung',
    start: 'Ablehnung',
    effect: 'die Zeile wird gelöscht',
    data: ['introduction'],
  },
  ratingTextMonths: {
    subject: 'Texte von Bewertungen, auch Themen in eigenen Worten',
    start: 'Bewertung',
    effect: 'die Texte werden geleert, die Sterne bleiben',
    data: ['rating.personal_feedback', 'rating.free_text', 'rating.topics', 'rating.topic_wishes'],
  },
  mailMonths: {
    subject: 'Angaben zum Versand von E-Mails (Texte werden nie gespeichert)',
    start: 'Entstehung der E-Mail, wenn sie gesendet, aufgegeben oder überholt ist',
    effect: 'die Zeile wird gelöscht',
    data: ['mail'],
  },
  auditMonths: {
    subject: 'Einträge des Protokolls (nur Nummern, keine Namen)',
    start: 'Eintrag',
    effect:
      'ganze versiegelte Abschnitte werden gelöscht, bis zu einem Tag später; weniger als 12 Monate sind nicht möglich',
    data: ['audit'],
  },
  backupDays: {
    subject: 'Sicherungen im Ordner `BACKUP_DIR`',
    start: 'Sicherung',
    effect: 'die Datei wird gelöscht; mehr als 35 Tage sind nicht möglich',
    data: [],
  },
};

/** A period that is fixed in the code. `proof` is the file and the text in it that sets the period. */
interface FixedPeriod {
  subject: string;
  period: string;
  effect: string;
  data: string[];
  proof: readonly [file: string, text: string];
}

export const fixedPeriods: readonly FixedPeriod[] = [
  {
    subject: 'Beendete Einträge der Warteliste, mit ihren Angeboten',
    period: '12 Monate nach dem Ende',
    effect: 'die Zeilen werden gelöscht',
    data: ['waiting_entry', 'waiting_offer'],
    proof: ['src/features/waiting/lifecycle.sql.ts', "ended_at <= ${now(clock)} - interval '12 months'"],
  },
  {
    subject: 'Art einer Abwesenheit (Krankheit, Urlaub …)',
    period: '12 Monate nach ihrem Ende',
    effect: 'die Art wird geleert',
    data: ['absence.kind'],
    proof: ['src/features/absences/sql.ts', "ends_at <= ${now(clock)} - interval '12 months'"],
  },
  {
    subject: 'Zurückgenommene und vorzeitig beendete Abwesenheiten',
    period: '1 Monat danach',
    effect: 'die Zeile wird gelöscht',
    data: ['absence'],
    proof: ['src/features/absences/sql.ts', "ended_at <= ${now(clock)} - interval '1 month'"],
  },
  {
    subject: 'Was eine Abwesenheit an Terminen geändert hat',
    period: '1 Tag nach ihrer Planung',
    effect: 'die Zeile wird gelöscht',
    data: ['absence_change'],
    proof: ['src/features/absences/sql.ts', "planned_at <= ${now(clock)} - interval '1 day'"],
  },
  {
    subject: 'Nicht übernommene Zeilen von Importen',
    period: '30 Tage nach dem Import',
    effect: 'die Zeile wird gelöscht',
    data: ['import_failure'],
    proof: ['src/features/appointments/import-files/sql.ts', 'failuresKeptForDays = 30;'],
  },
  {
    subject: 'Mitteilungen an andere Systeme (Webhooks)',
    period: '30 Tage',
    effect: 'die Zeile wird gelöscht',
    data: ['webhook_delivery'],
    proof: ['src/features/webhooks/rules.ts', 'deliveryDays = 30;'],
  },
  {
    subject: 'Von Coaches mit der E-Mail-Adresse gefundene Personen',
    period: '1 Stunde',
    effect: 'die Zeile wird gelöscht',
    data: ['found_participant'],
    proof: ['src/features/people/own-participants.sql.ts', "foundParticipantLifetime = sql`interval '1 hour'`"],
  },
  {
    subject: 'Vorbereitete Erinnerungen',
    period: '10 Tage',
    effect: 'die Zeile wird gelöscht',
    data: ['reminder'],
    proof: ['src/features/mail/reminders/sql.ts', "queued_at <= ${now(clock)} - interval '10 days'"],
  },
  {
    subject: 'Bestätigungslink einer Registrierung',
    period: '48 Stunden nach dem Versand',
    effect: 'er gilt nicht mehr, die Zeile wird gelöscht',
    data: ['credential'],
    proof: ['src/features/mail/kinds/account.words.ts', 'validHours: 48,'],
  },
  {
    subject: 'Vorläufiges Passwort per E-Mail',
    period: '24 Stunden nach dem Versand',
    effect: 'es gilt nicht mehr, die Zeile wird gelöscht',
    data: ['credential'],
    proof: ['src/features/mail/kinds/account.words.ts', 'validHours: 24,'],
  },
  {
    subject: 'Prüfwert eines benutzten vorläufigen Passworts',
    period: 'bis ein neues Passwort gewählt ist, höchstens 1 Jahr',
    effect: 'die Zeile wird gelöscht',
    data: ['credential'],
    proof: [
      'src/features/accounts/passwords/sql.ts',
      "kind: 'usedPassword', expires_at: sql`${now(clock)} + interval '1 year'`",
    ],
  },
  {
    subject: 'Standardpasswort eines Admins',
    period: '3 Tage',
    effect: 'es gilt nicht mehr',
    data: [],
    proof: ['src/features/accounts/passwords/sql.ts', "+ interval '3 days'"],
  },
  {
    subject: 'Geräte, auf denen sich jemand angemeldet hat',
    period: '180 Tage nach der letzten Anmeldung',
    effect: 'die Zeile wird gelöscht',
    data: ['credential'],
    proof: ['src/features/sessions/device-cookie.adapter.ts', 'trustedDeviceDays = 180;'],
  },
  {
    subject: 'Zähler von Besuchen je Tag (ohne Personenbezug, Netzadressen gekürzt)',
    period: '90 Tage',
    effect: 'die Zeile wird gelöscht',
    data: ['tracking'],
    proof: ['src/features/dashboard/sql.ts', "AT TIME ZONE 'Europe/Berlin')::date - 90"],
  },
  {
    subject: 'Zähler von Versuchen (Prüfwerte von Netz- und E-Mail-Adressen)',
    period: '1 Stunde nach dem Ablauf',
    effect: 'die Zeile wird gelöscht',
    data: ['throttle'],
    proof: ['src/operations/cleanup.ts', 'DELETE FROM throttle WHERE expire < ${Date.now() - 3_600_000}'],
  },
  {
    subject: 'E-Mails als Dateien in `DATA_DIR/mails` (nur ohne `SMTP_URL`), auch gemeldete Barrieren',
    period: '30 Tage, wenn die E-Mail nicht mehr verzeichnet ist',
    effect: 'die Datei wird gelöscht',
    data: [],
    proof: ['src/features/mail/delivery/old-files.jobs.ts', 'retention = 30 * 86_400_000'],
  },
  {
    subject: 'Unvollständige Dateien abgebrochener Uploads und E-Mails',
    period: '1 Stunde',
    effect: 'die Datei wird gelöscht',
    data: [],
    proof: ['src/platform/storage/temporary-files.ts', 'abandonedAfterMs = 3_600_000'],
  },
  {
    subject: 'Entwürfe von Formularen im Browser der Person',
    period: '7 Tage, oder bis zur Abmeldung',
    effect: 'der Entwurf wird nicht mehr angeboten',
    data: [],
    proof: ['src/web/drafts/drafts.ts', 'maxAgeMs = 7 * 86_400_000'],
  },
];

/** The provider's settings without a provider's file: the defaults. */
export const defaultSettings: ProviderConfig = readProviderConfig(undefined);

/** A retention setting's default, such as '24 Monate'; the name of the setting ends with its unit. */
export function describeDefault(period: Period): string {
  const count = defaultSettings.retention[period];
  if (count === null) return 'ohne Frist';
  return `${count} ${period.endsWith('Days') ? 'Tage' : 'Monate'}`;
}

/** The table of the periods that the provider sets. */
export function renderRetentionPeriods(): string {
  const { idleMinutes, absoluteHours } = defaultSettings.session;
  return renderTable(
    ['Einstellung in `portal.json`', 'Voreinstellung', 'Daten', 'Die Frist beginnt mit', 'Was geschieht'],
    [
      ...(Object.keys(defaultSettings.retention) as Period[]).map((period) => {
        const { subject, start, effect } = periodWords[period];
        return [`\`retention.${period}\``, describeDefault(period), subject, start, effect];
      }),
      [
        '`session.idleMinutes`, `session.absoluteHours`',
        `${idleMinutes} Minuten, ${absoluteHours} Stunden`,
        'Laufende Anmeldungen',
        'letzte Benutzung; Anmeldung',
        'die Anmeldung gilt nicht mehr, die Zeile wird in der Nacht gelöscht',
      ],
    ],
  );
}

/** The table of the periods that are fixed. Throws if the code no longer contains the text that sets a period. */
export function renderFixedPeriods(): string {
  return renderTable(
    ['Daten', 'Frist', 'Was geschieht', 'Steht in'],
    fixedPeriods.map(({ subject, period, effect, proof: [file, text] }) => {
      if (!readSource(file).includes(text))
        throw new Error(`${file} no longer contains '${text}': correct the period of '${subject}'.`);
      return [subject, period, effect, `\`${file}\``];
    }),
  );
}
