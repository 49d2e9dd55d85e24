/** The German parts of an entry's sentence, with current names; nouns are in the accusative and have an article. */
export interface SentenceFacts {
  /** 'Anna Beispiel' */
  actor: string;
  /** ' für Anna Beispiel'; '' if only the actor or no one is concerned. */
  forPerson: string;
  /** ' von Anna Beispiel'; '' if only the actor or no one is concerned. */
  ofPerson: string;
  /** 'Anna Beispiel'; '' if only the actor or no one is concerned. */
  person: string;
  personId: number | null;
  /** 'den Termin am Mo, 30.11.2026, 10:00 bis 10:45 Uhr bei Katharina Brandt' */
  appointment: string;
  /** 'das Dokument „Lebenslauf.docx“' or 'ein inzwischen gelöschtes Dokument (Nr. 12)' */
  document: string;
  /** Like `appointment` and `document`, but without 'inzwischen gelöscht', for actions that delete the object. */
  removedAppointment: string;
  removedDocument: string;
  /** 'den Zugangsschlüssel „Lernplattform“' */
  token: string;
  /** 'den Webhook „empfang.example“', or 'einen Webhook' in older entries, which do not tell which one it was. */
  webhook: string;
}

/**
 * All audit actions. The key is stored, the label is shown in the filter of the log, and the sentence describes an
 * entry. An action that is not in this table cannot be logged.
 */
export const auditActions = {
  registered: { label: 'Registriert', sentence: ({ actor }) => `${actor} hat sich registriert.` },
  invited: {
    label: 'Registriert und eingeladen',
    sentence: ({ actor, person }) => `${actor} hat ${person} registriert.`,
  },
  confirmed: { label: 'Registrierung bestätigt', sentence: ({ actor }) => `${actor} hat die Registrierung bestätigt.` },
  passwordChanged: {
    label: 'Passwort geändert',
    sentence: ({ actor }) => `${actor} hat das eigene Passwort geändert.`,
  },
  secondFactorOn: {
    label: 'Zwei Schritte eingeschaltet',
    sentence: ({ actor }) => `${actor} hat die eigene Anmeldung in zwei Schritten eingeschaltet.`,
  },
  secondFactorOff: {
    label: 'Zwei Schritte abgeschaltet',
    sentence: ({ actor }) => `${actor} hat die eigene Anmeldung in zwei Schritten abgeschaltet.`,
  },
  secondFactorReset: {
    label: 'Zwei Schritte zurückgesetzt',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Anmeldung in zwei Schritten${ofPerson} zurückgesetzt.`,
  },
  recoveryCodeUsed: {
    label: 'Wiederherstellungscode benutzt',
    sentence: ({ actor }) => `${actor} hat einen Wiederherstellungscode benutzt.`,
  },
  recoveryCodesRenewed: {
    label: 'Wiederherstellungscodes erneuert',
    sentence: ({ actor }) => `${actor} hat neue Wiederherstellungscodes erstellt.`,
  },
  passkeyAdded: {
    label: 'Passkey hinzugefügt',
    sentence: ({ actor }) => `${actor} hat einen Passkey hinzugefügt.`,
  },
  passkeyRenamed: {
    label: 'Passkey umbenannt',
    sentence: ({ actor }) => `${actor} hat einen eigenen Passkey umbenannt.`,
  },
  passkeyRemoved: {
    label: 'Passkey entfernt',
    sentence: ({ actor }) => `${actor} hat einen eigenen Passkey entfernt.`,
  },
  identityBound: {
    label: 'Firmenkonto verbunden',
    sentence: ({ actor }) => `${actor} hat sich zum ersten Mal mit dem Firmenkonto angemeldet.`,
  },
  identityUnbound: {
    label: 'Firmenkonto gelöst',
    sentence: ({ actor, ofPerson }) => `${actor} hat das Firmenkonto${ofPerson} gelöst.`,
  },
  sessionEnded: {
    label: 'Sitzung beendet',
    sentence: ({ actor }) => `${actor} hat eine eigene Sitzung beendet.`,
  },
  otherSessionsEnded: {
    label: 'Andere Sitzungen beendet',
    sentence: ({ actor }) => `${actor} hat alle anderen eigenen Sitzungen beendet.`,
  },
  booked: {
    label: 'Termin gebucht',
    sentence: ({ actor, appointment, forPerson }) => `${actor} hat ${appointment}${forPerson} gebucht.`,
  },
  rescheduled: {
    label: 'Eigenen Termin verlegt',
    sentence: ({ actor, appointment }) => `${actor} hat einen eigenen Termin auf ${appointment} verlegt.`,
  },
  movedByStaff: {
    label: 'Gebuchten Termin verlegt',
    sentence: ({ actor, appointment, ofPerson }) => `${actor} hat eine Buchung${ofPerson} auf ${appointment} verlegt.`,
  },
  waitingJoined: {
    label: 'Auf die Warteliste gesetzt',
    sentence: ({ actor }) => `${actor} hat sich auf die Warteliste gesetzt.`,
  },
  waitingLeft: {
    label: 'Von der Warteliste genommen',
    sentence: ({ actor }) => `${actor} hat sich von der Warteliste genommen.`,
  },
  waitingEnded: {
    label: 'Vom Team von der Warteliste genommen',
    sentence: ({ actor, person }) => `${actor} hat ${person} von der Warteliste genommen.`,
  },
  waitingResumed: {
    label: 'Vom Team wieder auf die Warteliste gesetzt',
    sentence: ({ actor, person }) => `${actor} hat ${person} wieder auf die Warteliste gesetzt.`,
  },
  slotOffered: {
    label: 'Termin von der Warteliste angeboten',
    sentence: ({ actor, appointment, forPerson }) => `${actor} hat ${appointment}${forPerson} reserviert.`,
  },
  offerDeclined: {
    label: 'Angebotenen Termin abgelehnt',
    sentence: ({ actor, appointment }) => `${actor} hat ${appointment} abgelehnt.`,
  },
  comingConfirmed: {
    label: 'Zusage zu einem Termin',
    sentence: ({ actor, appointment }) => `${actor} hat für ${appointment} zugesagt.`,
  },
  cancelledByParticipant: {
    label: 'Termin selbst storniert',
    sentence: ({ actor, appointment }) => `${actor} hat ${appointment} storniert.`,
  },
  cancelledByAdmin: {
    label: 'Termin storniert',
    sentence: ({ actor, appointment, ofPerson }) => `${actor} hat ${appointment}${ofPerson} storniert.`,
  },
  goodwillGranted: {
    label: 'Kulanz gewährt',
    sentence: ({ actor, appointment, ofPerson }) => `${actor} hat ${appointment}${ofPerson} aus Kulanz storniert.`,
  },
  bookingTakenBack: {
    label: 'Direkte Buchung zurückgenommen',
    sentence: ({ actor, appointment, ofPerson }) =>
      `${actor} hat die Buchung${ofPerson} für ${appointment} zurückgenommen.`,
  },
  setToMissed: {
    label: 'Als versäumt eingetragen',
    sentence: ({ actor, appointment, ofPerson }) => `${actor} hat ${appointment}${ofPerson} als versäumt eingetragen.`,
  },
  setBackToBooked: {
    label: 'Auf gebucht zurückgesetzt',
    sentence: ({ actor, appointment, ofPerson }) =>
      `${actor} hat ${appointment}${ofPerson} wieder auf gebucht gesetzt.`,
  },
  attendanceConfirmed: {
    label: 'Teilnahme bestätigt',
    sentence: ({ actor, appointment, ofPerson }) =>
      `${actor} hat die Teilnahme${ofPerson} an ${appointment} bestätigt.`,
  },
  rated: { label: 'Termin bewertet', sentence: ({ actor, appointment }) => `${actor} hat ${appointment} bewertet.` },
  imported: {
    label: 'Termine importiert',
    sentence: ({ actor }) => `${actor} hat Termine aus einer Datei importiert.`,
  },
  importUndone: {
    label: 'Import rückgängig gemacht',
    sentence: ({ actor }) => `${actor} hat einen Import von Terminen rückgängig gemacht.`,
  },
  appointmentCreated: {
    label: 'Termin erstellt',
    sentence: ({ actor, appointment }) => `${actor} hat ${appointment} erstellt.`,
  },
  seriesMade: {
    label: 'Serie angelegt',
    sentence: ({ actor, ofPerson }) => `${actor} hat eine Serie von Terminen${ofPerson} angelegt.`,
  },
  seriesEnded: {
    label: 'Rest einer Serie gelöscht',
    sentence: ({ actor, ofPerson }) => `${actor} hat die freien Termine einer Serie${ofPerson} gelöscht.`,
  },
  absencePlanned: {
    label: 'Abwesenheit eingetragen',
    sentence: ({ actor, ofPerson }) => `${actor} hat eine Abwesenheit${ofPerson} eingetragen.`,
  },
  absenceUndone: {
    label: 'Abwesenheit zurückgenommen',
    sentence: ({ actor, ofPerson }) => `${actor} hat eine Abwesenheit${ofPerson} zurückgenommen.`,
  },
  absenceEnded: {
    label: 'Abwesenheit beendet',
    sentence: ({ actor, ofPerson }) => `${actor} hat eine Abwesenheit${ofPerson} beendet.`,
  },
  appointmentMoved: {
    label: 'Freien Termin verlegt',
    sentence: ({ actor, appointment }) => `${actor} hat einen freien Termin auf ${appointment} verlegt.`,
  },
  appointmentDeleted: {
    label: 'Termin gelöscht',
    sentence: ({ actor, removedAppointment, ofPerson }) => `${actor} hat ${removedAppointment}${ofPerson} gelöscht.`,
  },
  inactivated: {
    label: 'Teilnehmer:in inaktiviert',
    sentence: ({ actor, person }) => `${actor} hat ${person} inaktiviert.`,
  },
  reactivated: {
    label: 'Teilnehmer:in reaktiviert',
    sentence: ({ actor, person }) => `${actor} hat ${person} reaktiviert.`,
  },
  userDataChanged: {
    label: 'Nutzerdaten geändert',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Daten${ofPerson} geändert.`,
  },
  emailChanged: {
    label: 'E-Mail-Adresse geändert',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Daten${ofPerson} und dabei die E-Mail-Adresse geändert.`,
  },
  contactChanged: {
    label: 'Eigene Telefonnummer geändert',
    sentence: ({ actor }) => `${actor} hat die eigene Telefonnummer geändert.`,
  },
  defaultPasswordSet: {
    label: 'Standardpasswort gesetzt',
    sentence: ({ actor, ofPerson }) => `${actor} hat das Passwort${ofPerson} auf das Standardpasswort gesetzt.`,
  },
  anonymised: {
    label: 'Teilnehmer:in anonymisiert',
    sentence: ({ actor, personId }) => `${actor} hat die Person Nr. ${personId} anonymisiert.`,
  },
  erasureRequested: {
    label: 'Löschung beantragt',
    sentence: ({ actor }) => `${actor} hat die Löschung der eigenen Daten beantragt.`,
  },
  erasureWithdrawn: {
    label: 'Löschantrag zurückgezogen',
    sentence: ({ actor }) => `${actor} hat den eigenen Löschantrag zurückgezogen.`,
  },
  erasureClosed: {
    label: 'Löschantrag abgelehnt',
    sentence: ({ actor, ofPerson }) => `${actor} hat den Löschantrag${ofPerson} mit einer Begründung abgelehnt.`,
  },
  filesListed: {
    label: 'Dokumente aufgelistet',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Liste der Dokumente${ofPerson} angesehen.`,
  },
  fileUploaded: {
    label: 'Dokument hochgeladen',
    sentence: ({ actor, document, forPerson }) => `${actor} hat ${document}${forPerson} hochgeladen.`,
  },
  fileDownloaded: {
    label: 'Dokument angesehen',
    sentence: ({ actor, document, ofPerson }) => `${actor} hat ${document}${ofPerson} heruntergeladen.`,
  },
  proofMade: {
    label: 'Teilnahmenachweis abgerufen',
    sentence: ({ actor, ofPerson }) => `${actor} hat den Teilnahmenachweis${ofPerson} abgerufen.`,
  },
  readMuch: {
    label: 'Sehr viele Unterlagen angesehen',
    sentence: ({ actor }) => `${actor} hat in 24 Stunden die Unterlagen ungewöhnlich vieler Personen angesehen.`,
  },
  metMany: {
    label: 'Termine mit sehr vielen neuen Personen',
    sentence: ({ actor }) => `${actor} hat in 24 Stunden für ungewöhnlich viele neue Personen Termine eingetragen.`,
  },
  fileDeleted: {
    label: 'Dokument gelöscht',
    sentence: ({ actor, removedDocument, ofPerson }) => `${actor} hat ${removedDocument}${ofPerson} gelöscht.`,
  },
  documentStateSet: {
    label: 'Stand eines Dokuments gesetzt',
    sentence: ({ actor, document, ofPerson }) => `${actor} hat den Stand von ${document}${ofPerson} gesetzt.`,
  },
  noteWritten: {
    label: 'Notiz geschrieben',
    sentence: ({ actor, forPerson }) => `${actor} hat eine Notiz${forPerson} geschrieben.`,
  },
  noteDeleted: {
    label: 'Notiz gelöscht',
    sentence: ({ actor, forPerson }) => `${actor} hat eine Notiz${forPerson} gelöscht.`,
  },
  adminCreated: {
    label: 'Admin angelegt',
    sentence: ({ actor, forPerson }) => `${actor} hat ein Konto mit Adminrechten${forPerson} angelegt.`,
  },
  adminEnabled: {
    label: 'Admin wieder aktiviert',
    sentence: ({ actor, ofPerson }) => `${actor} hat das Adminkonto${ofPerson} wieder aktiviert.`,
  },
  adminPasswordGiven: {
    label: 'Einmaliges Passwort für Admin',
    sentence: ({ actor, forPerson }) => `${actor} hat ein einmaliges Passwort${forPerson} vergeben.`,
  },
  adminDisabled: {
    label: 'Admin gesperrt',
    sentence: ({ actor, ofPerson }) => `${actor} hat das Adminkonto${ofPerson} gesperrt.`,
  },
  coachMade: {
    label: 'Coach hinzugefügt',
    sentence: ({ actor, forPerson }) => `${actor} hat einen Coachzugang${forPerson} angelegt.`,
  },
  coachEdited: {
    label: 'Coach bearbeitet',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Coachdaten${ofPerson} bearbeitet.`,
  },
  introductionProposed: {
    label: 'Vorstellung vorgeschlagen',
    sentence: ({ actor }) => `${actor} hat eine Vorstellung für die eigene Seite vorgeschlagen.`,
  },
  introductionDeleted: {
    label: 'Vorstellung gelöscht',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Vorstellung${ofPerson} gelöscht.`,
  },
  introductionPictureDeleted: {
    label: 'Bild der Vorstellung gelöscht',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Bilder der Vorstellung${ofPerson} gelöscht.`,
  },
  introductionWithdrawn: {
    label: 'Vorschlag zurückgenommen',
    sentence: ({ actor, ofPerson }) => `${actor} hat die vorgeschlagene Vorstellung${ofPerson} zurückgenommen.`,
  },
  introductionApproved: {
    label: 'Vorstellung freigegeben',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Vorstellung${ofPerson} freigegeben.`,
  },
  introductionRefused: {
    label: 'Vorstellung abgelehnt',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Vorstellung${ofPerson} abgelehnt.`,
  },
  coachActivated: {
    label: 'Coach aktiviert',
    sentence: ({ actor, ofPerson }) => `${actor} hat den Coachzugang${ofPerson} wieder aktiviert.`,
  },
  coachInactivated: {
    label: 'Coach inaktiviert',
    sentence: ({ actor, ofPerson }) => `${actor} hat den Coachzugang${ofPerson} inaktiviert.`,
  },
  restored: {
    label: 'Sicherung eingespielt',
    sentence: ({ actor }) => `${actor} hat den Stand einer Sicherung wiederhergestellt.`,
  },
  dataExported: {
    label: 'Eigene Daten heruntergeladen',
    sentence: ({ actor }) => `${actor} hat die eigenen Daten heruntergeladen.`,
  },
  dataDisclosed: {
    label: 'Datenauskunft erstellt',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Daten${ofPerson} für eine Auskunft zusammengestellt.`,
  },
  mailSentAgain: {
    label: 'E-Mail noch einmal gesendet',
    sentence: ({ actor, forPerson }) => `${actor} hat eine E-Mail${forPerson} noch einmal senden lassen.`,
  },
  webhookCreated: {
    label: 'Webhook angelegt',
    sentence: ({ actor, webhook }) => `${actor} hat ${webhook} angelegt.`,
  },
  webhookChanged: {
    label: 'Webhook geändert',
    sentence: ({ actor, webhook }) => `${actor} hat ${webhook} geändert.`,
  },
  webhookSecretRenewed: {
    label: 'Geheimnis eines Webhooks erneuert',
    sentence: ({ actor, webhook }) => `${actor} hat das Geheimnis für ${webhook} erneuert.`,
  },
  webhookDeleted: {
    label: 'Webhook gelöscht',
    sentence: ({ actor, webhook }) => `${actor} hat ${webhook} gelöscht.`,
  },
  deliveryResent: {
    label: 'Mitteilung noch einmal gesendet',
    sentence: ({ actor, webhook }) => `${actor} hat eine Mitteilung an ${webhook} noch einmal senden lassen.`,
  },
  calendarShared: {
    label: 'Kalender-Abo eingerichtet',
    sentence: ({ actor }) => `${actor} hat den eigenen Kalender zum Abonnieren freigegeben.`,
  },
  calendarUnshared: {
    label: 'Kalender-Abo abgeschaltet',
    sentence: ({ actor }) => `${actor} hat das Abo des eigenen Kalenders abgeschaltet.`,
  },
  tokenCreated: {
    label: 'Zugangsschlüssel angelegt',
    sentence: ({ actor, token }) => `${actor} hat ${token} angelegt.`,
  },
  tokenRevoked: {
    label: 'Zugangsschlüssel gesperrt',
    sentence: ({ actor, token }) => `${actor} hat ${token} gesperrt.`,
  },
} satisfies Record<string, { label: string; sentence: (facts: SentenceFacts) => string }>;

/** The key of an audit action. New actions are added to `auditActions`. */
export type AuditAction = keyof typeof auditActions;

/** All actions, in the order of their labels. */
export const sortedActions = (Object.keys(auditActions) as AuditAction[]).sort((a, b) =>
  auditActions[a].label.localeCompare(auditActions[b].label, 'de'),
);
