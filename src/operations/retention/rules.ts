/** After how long each class of data goes (PORTAL_FILE, `retention`); null keeps it for good. */
export interface Retention {
  participantMonths: number | null;
  unconfirmedDays: number | null;
  documentMonths: number | null;
  coachDocumentMonths: number | null;
  cancelReasonMonths: number | null;
  ratingTextMonths: number | null;
  mailMonths: number | null;
  auditMonths: number | null;
  backupDays: number;
}

/** Days that somebody has, once told, to keep their account by signing in. */
export const noticeDays = 30;

/** What a report and the operator call each class. */
export const classes = {
  notice: 'participants to be told that their account ends',
  participants: 'participants to be anonymised: unused, told 30 days before',
  unconfirmed: 'registrations that were never confirmed',
  documents: 'documents of participants who do not use the portal',
  coachDocuments: 'documents that coaches uploaded',
  cancelReasons: 'reasons of cancellations',
  ratingTexts: 'texts of ratings',
  mails: 'notes of mails that were sent, given up or overtaken',
  audit: 'entries of the log of deeds',
} as const;
export type Class = keyof typeof classes;
