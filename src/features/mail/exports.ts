// The front door of `mail`: what the server code of other nouns may import from it, apart from its contract and rules.
export { deleteMails } from './delivery/delete.jobs.ts';
export { deleteMailsOf, endSecrets, mailsNaming, mailsNamingStaff } from './delivery/delete.sql.ts';
export {
  queueErasureAnswer,
  queueMail,
  queuePasswordReset,
  queueRegistrationTried,
  queueToOldMailbox,
  insertMailsSql,
  requeueMails,
  withdrawAbsenceMails,
  type NewMail,
} from './outbox.sql.ts';
export { newPassword } from './delivery/secrets.adapter.ts';
export { faultOf, isFinal, mailServerFault, openMailTransport } from './delivery/smtp.adapter.ts';
export {
  eventOf,
  writeCalendar,
  type AppointmentToShow,
  type CalendarEvent,
  type CalendarView,
} from './kinds/calendar-file.adapter.ts';
export { layOut } from './kinds/layout.words.ts';
export { findKind } from './kinds/words.ts';
export { readSnapshot, type MailHold } from './outcome/sql.ts';
export { queueOutcome, type MailsOfChanges } from './outcome/steps.ts';
export { deleteOldReminders } from './reminders/sql.ts';
