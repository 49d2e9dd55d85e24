import type { WebhookEvent } from '../../features/webhooks/rules.ts';

/** The name of each event. */
export const eventTexts: Record<WebhookEvent, string> = {
  'appointment.booked': 'Termin gebucht',
  'appointment.rescheduled': 'Termin von der Teilnehmer:in verlegt',
  'appointment.moved': 'Termin vom Team verlegt',
  'appointment.cancelled': 'Termin storniert',
  'appointment.missed': 'Termin versäumt',
  'appointment.restored': 'Termin wieder gebucht',
  'participant.registered': 'Registriert oder eingeladen',
  'participant.confirmed': 'E-Mail-Adresse bestätigt',
  'participant.changed': 'Angaben geändert',
  'participant.inactivated': 'Inaktiviert',
  'participant.anonymised': 'Anonymisiert',
  'rating.created': 'Bewertung abgegeben',
  'document.uploaded': 'Dokument hochgeladen',
  'document.answered': 'Dokument vom Coach beantwortet',
};

/** The events in the groups of the form. */
export const eventGroups: readonly { name: string; events: readonly WebhookEvent[] }[] = [
  {
    name: 'Termine',
    events: [
      'appointment.booked',
      'appointment.rescheduled',
      'appointment.moved',
      'appointment.cancelled',
      'appointment.missed',
      'appointment.restored',
    ],
  },
  {
    name: 'Teilnehmer:innen',
    events: [
      'participant.registered',
      'participant.confirmed',
      'participant.changed',
      'participant.inactivated',
      'participant.anonymised',
    ],
  },
  { name: 'Bewertungen und Dokumente', events: ['rating.created', 'document.uploaded', 'document.answered'] },
];

const untrustedCertificate = 'Dem Zertifikat der Adresse vertraut das Portal nicht.';
/** What the errors of a try mean. The codes are those of Node and of the portal. */
const errorTexts: Record<string, string> = {
  timeout: 'Innerhalb von zehn Sekunden kam keine Antwort.',
  forbiddenAddress: 'Die Adresse führt inzwischen in ein internes Netz.',
  secretUnreadable: 'Das Geheimnis lässt sich nicht mehr lesen. Erzeuge ein neues.',
  ECONNREFUSED: 'Unter der Adresse nimmt niemand Verbindungen an.',
  ECONNRESET: 'Die Verbindung wurde abgebrochen.',
  ENOTFOUND: 'Den Namen der Adresse gibt es nicht.',
  CERT_HAS_EXPIRED: 'Das Zertifikat der Adresse ist abgelaufen.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Das Zertifikat gilt für eine andere Adresse.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  EAI_AGAIN: 'Der Name der Adresse ließ sich gerade nicht auflösen.',
};

/** Says in German how a try ended: with the status of the answer, or with the code of an error. */
export function describeOutcome({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null) return errorTexts[error ?? ''] ?? `Die Verbindung kam nicht zustande (${error}).`;
  return `Das andere Programm hat mit ${status} geantwortet.`;
}
