/** The retention period of each class of data (`retention` in PORTAL_FILE); null if the class is kept permanently. */
export interface RetentionPeriods {
  participantMonths: number | null;
  unconfirmedDays: number | null;
  documentMonths: number | null;
  coachDocumentMonths: number | null;
  cancelReasonMonths: number | null;
  bookingNoteMonths: number | null;
  refusedIntroductionMonths: number | null;
  ratingTextMonths: number | null;
  mailMonths: number | null;
  auditMonths: number | null;
  backupDays: number;
}

/** The classes of data with a retention period, with their labels in reports. */
export const retentionClassLabels = {
  notice: 'participants to be notified that their account ends',
  participants: 'participants to be anonymised: inactive, and notified 30 days before',
  unconfirmed: 'registrations that were never confirmed',
  documents: 'documents of participants who do not use the portal',
  coachDocuments: 'documents that coaches uploaded',
  cancelReasons: 'reasons of cancellations',
  bookingNotes: 'notes to coaches about bookings',
  refusedIntroductions: 'introductions of coaches that were refused',
  ratingTexts: 'texts of ratings',
  mails: 'records of mails that were sent, given up or superseded',
  audit: 'entries of the audit log',
} as const;
export type RetentionClass = keyof typeof retentionClassLabels;
