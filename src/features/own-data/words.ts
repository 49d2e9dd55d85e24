import type { AuditAction } from '../audit/actions.rules.ts';
import { roleOfId, roles } from '../../shared/roles.ts';

/**
 * The German phrases with which the access log describes the actions of other people to the participant concerned
 * (reference 13.2); null for actions that the access log does not show. The code does not compile if an action is
 * missing here.
 */
const phrases: Record<AuditAction, string | null> = {
  registered: null,
  invited: 'Dich registriert und eingeladen',
  confirmed: null,
  passwordChanged: null,
  secondFactorOn: null,
  secondFactorOff: null,
  secondFactorReset: 'Anmeldung in zwei Schritten zurückgesetzt',
  recoveryCodeUsed: null,
  recoveryCodesRenewed: null,
  passkeyAdded: null,
  passkeyRenamed: null,
  passkeyRemoved: null,
  identityBound: null,
  identityUnbound: null,
  sessionEnded: null,
  otherSessionsEnded: null,
  booked: 'Termin für dich gebucht',
  rescheduled: null,
  movedByStaff: 'Termin verlegt',
  waitingJoined: null,
  waitingLeft: null,
  waitingEnded: 'Von der Warteliste genommen',
  waitingResumed: 'Wieder auf die Warteliste gesetzt',
  // The actor is the participant who gave up the slot; the log does not show what other participants do.
  slotOffered: null,
  offerDeclined: null,
  comingConfirmed: null,
  cancelledByParticipant: null,
  cancelledByAdmin: 'Termin storniert',
  goodwillGranted: 'Termin aus Kulanz storniert',
  bookingTakenBack: 'Buchung zurückgenommen',
  setToMissed: 'Termin als versäumt eingetragen',
  setBackToBooked: 'Termin wieder auf gebucht gesetzt',
  attendanceConfirmed: 'Deine Teilnahme an einem Termin bestätigt',
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
  webhookCreated: null,
  webhookChanged: null,
  webhookSecretRenewed: null,
  webhookDeleted: null,
  calendarShared: null,
  calendarUnshared: null,
  tokenCreated: null,
  deliveryResent: null,
  tokenRevoked: null,
};

/** The actions that the access log shows. */
export const accessLogActions = Object.entries(phrases).flatMap(([action, phrase]) =>
  phrase === null ? [] : [action],
);

/**
 * The stored part of an entry of the access log. `actor` is the current name of the person who acted, null if this
 * person has been deleted. For actions of the system, `actor` and `actorId` are null.
 */
export interface AccessEntry {
  action: string;
  actor: string | null;
  actorId: number | null;
  roleId: number | null;
}

/** Describes in German who did what, for the participant concerned (reference 13.2). Only staff are named. */
export function describeAccess({ action, actor, actorId, roleId }: AccessEntry): {
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
    what: phrases[action as AuditAction] ?? '',
  };
}
