// What the server code of other features may import from `mail`, in addition to its contract and its rules.
export { deleteMailFiles } from './delivery/delete.jobs.ts';
export {
  deleteMailsTo,
  deleteAllCredentials,
  findMailsNamingParticipant,
  findMailsNamingStaff,
} from './delivery/delete.sql.ts';
export {
  queueErasureAnswer,
  queueMails,
  queuePasswordReset,
  queueRegistrationAttemptMail,
  queueMailToOldAddress,
  insertMailsSql,
  requeueSupersededMails,
  withdrawAbsenceMails,
  type NewMail,
} from './outbox.sql.ts';
export { generatePassword } from './delivery/secrets.adapter.ts';
export { errorCodeOf, isPermanentFailure, findMailServerError, openMailTransport } from './delivery/smtp.adapter.ts';
export {
  toCalendarEvent,
  writeCalendar,
  type CalendarAppointment,
  type CalendarEvent,
  type CalendarContext,
} from './kinds/calendar-file.adapter.ts';
export { layOut } from './kinds/layout.words.ts';
export { findMailDefinition } from './kinds/words.ts';
export { readBookingSnapshot, type MailHold } from './outcome/sql.ts';
export { queueOutcomeMails, type OutcomeDependencies } from './outcome/steps.ts';
export { deleteOldReminders } from './reminders/sql.ts';
