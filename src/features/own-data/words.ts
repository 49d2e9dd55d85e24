import type { AuditAction } from '../audit/rules.ts';
import { roleOfId, roles } from '../../shared/roles.ts';

/**
 * The words with which the access log describes another person's action on one's data (reference 13.2); null for
 * actions that do not concern other people's data. The code does not compile if an action is missing here.
 */
const words: Record<AuditAction, string | null> = {
  registered: null,
  confirmed: null,
  passwordChanged: null,
  secondFactorOn: null,
  secondFactorOff: null,
  secondFactorReset: 'Anmeldung in zwei Schritten zurückgesetzt',
  recoveryCodeUsed: null,
  recoveryCodesRenewed: null,
  sessionEnded: null,
  otherSessionsEnded: null,
  booked: 'Termin für dich gebucht',
  rescheduled: null,
  movedByStaff: 'Termin verlegt',
  waitingJoined: null,
  waitingLeft: null,
  // The offer is caused by the participant who gave up the slot, and who is not named to other participants.
  slotOffered: null,
  offerDeclined: null,
  cancelledByParticipant: null,
  cancelledByAdmin: 'Termin storniert',
  goodwillGranted: 'Termin aus Kulanz storniert',
  bookingTakenBack: 'Buchung zurückgenommen',
  setToMissed: 'Termin als versäumt eingetragen',
  setBackToBooked: 'Termin wieder auf gebucht gesetzt',
  rated: null,
  imported: null,
  importUndone: null,
  appointmentCreated: 'Termin für dich eingetragen',
  seriesMade: null,
  seriesEnded: null,
  absencePlanned: 'Abwesenheit für dich eingetragen',
  absenceUndone: 'Abwesenheit zurückgenommen',
  absenceEnded: 'Abwesenheit beendet',
  appointmentMoved: null,
  appointmentDeleted: null,
  inactivated: 'Zugang gesperrt',
  reactivated: 'Zugang wieder freigegeben',
  userDataChanged: 'Deine Daten geändert',
  emailChanged: 'Deine E-Mail-Adresse geändert',
  contactChanged: null,
  defaultPasswordSet: 'Dein Passwort zurückgesetzt',
  anonymised: null,
  erasureRequested: null,
  erasureWithdrawn: null,
  erasureClosed: 'Deinen Löschantrag abgelehnt',
  filesListed: 'Liste deiner Unterlagen angesehen',
  fileUploaded: 'Dokument für dich hochgeladen',
  fileDownloaded: 'Dokument heruntergeladen',
  proofMade: 'Teilnahmenachweis abgerufen',
  readMuch: null,
  metMany: null,
  fileDeleted: 'Dokument gelöscht',
  documentStateSet: 'Stand deines Dokuments geändert',
  noteWritten: 'Notiz für dich geschrieben',
  noteDeleted: 'Notiz für dich gelöscht',
  adminCreated: null,
  adminEnabled: null,
  adminPasswordGiven: null,
  adminDisabled: null,
  coachMade: 'Coachzugang für dich angelegt',
  coachEdited: 'Deine Coachdaten bearbeitet',
  introductionProposed: null,
  introductionDeleted: null,
  introductionPictureDeleted: null,
  introductionWithdrawn: null,
  introductionApproved: 'Deine Vorstellung freigegeben',
  introductionRefused: 'Deine Vorstellung abgelehnt',
  coachActivated: 'Coachzugang wieder aktiviert',
  coachInactivated: 'Coachzugang gesperrt',
  restored: null,
  dataExported: null,
  dataDisclosed: 'Auskunft über deine Daten erstellt',
  mailSentAgain: null,
  calendarShared: null,
  calendarUnshared: null,
};

/** The actions that the access log shows. */
export const accessLogActions = Object.entries(words).flatMap(([action, sentence]) =>
  sentence === null ? [] : [action],
);

/** The facts of an entry of the access log, with current names. */
export interface AccessFacts {
  action: string;
  actor: string | null;
  actorId: number | null;
  roleId: number | null;
}

/** Describes who did what, for the person concerned (reference 13.2). Only staff are named. */
export function describeAccess({ action, actor, actorId, roleId }: AccessFacts): {
  who: string;
  role: string;
  what: string;
} {
  const role = roleOfId(roleId);
  const isStaff = role === 'coach' || role === 'admin';
  const name = isStaff ? actor : 'Jemand vom Portal';
  return {
    who: actorId === null ? 'Das System' : (name ?? 'Gelöschte Person'),
    role: isStaff ? roles[role].label : '',
    what: words[action as AuditAction] ?? '',
  };
}
