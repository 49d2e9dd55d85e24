import { germanMoment, germanStretch, wallClock } from '../shared/berlin.ts';

/** What an entry's sentence is made of, as it can be told today; nouns in the accusative, with their articles. */
export interface Told {
  /** 'Anna Beispiel'. */
  actor: string;
  /** Whom it concerns: ' für Anna Beispiel', ' von Anna Beispiel', 'Anna Beispiel'; '' where that is the actor, or nobody. */
  forPerson: string;
  ofPerson: string;
  person: string;
  personId: number | null;
  /** 'den Termin am Mo, 30.11.2026, 10:00 bis 10:45 Uhr bei Katharina Brandt'. */
  appointment: string;
  /** 'das Dokument „Lebenslauf.docx“', 'ein inzwischen gelöschtes Dokument (Nr. 12)'. */
  document: string;
  /** What the deed itself took away, without saying once more that it is gone: 'ein Dokument (Nr. 12)'. */
  removedAppointment: string;
  removedDocument: string;
}

/**
 * Every deed that the log knows: the word by which it is stored and filtered, its name for a picker and its sentence. A
 * deed without words cannot be written down.
 */
export const deeds = {
  registered: { label: 'Registriert', sentence: ({ actor }) => `${actor} hat sich registriert.` },
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
  setToMissed: {
    label: 'Als versäumt eingetragen',
    sentence: ({ actor, appointment, ofPerson }) => `${actor} hat ${appointment}${ofPerson} als versäumt eingetragen.`,
  },
  setBackToBooked: {
    label: 'Auf gebucht zurückgesetzt',
    sentence: ({ actor, appointment, ofPerson }) =>
      `${actor} hat ${appointment}${ofPerson} wieder auf gebucht gesetzt.`,
  },
  rated: { label: 'Termin bewertet', sentence: ({ actor, appointment }) => `${actor} hat ${appointment} bewertet.` },
  imported: {
    label: 'Termine importiert',
    sentence: ({ actor }) => `${actor} hat Termine aus einer Datei importiert.`,
  },
  appointmentCreated: {
    label: 'Termin erstellt',
    sentence: ({ actor, appointment }) => `${actor} hat ${appointment} erstellt.`,
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
  defaultPasswordSet: {
    label: 'Standardpasswort gesetzt',
    sentence: ({ actor, ofPerson }) => `${actor} hat das Passwort${ofPerson} auf das Standardpasswort gesetzt.`,
  },
  anonymised: {
    label: 'Teilnehmer:in anonymisiert',
    sentence: ({ actor, personId }) => `${actor} hat die Person Nr. ${personId} anonymisiert.`,
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
  readMuch: {
    label: 'Sehr viele Unterlagen angesehen',
    sentence: ({ actor }) => `${actor} hat in 24 Stunden die Unterlagen ungewöhnlich vieler Personen angesehen.`,
  },
  fileDeleted: {
    label: 'Dokument gelöscht',
    sentence: ({ actor, removedDocument, ofPerson }) => `${actor} hat ${removedDocument}${ofPerson} gelöscht.`,
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
  dataDisclosed: {
    label: 'Datenauskunft erstellt',
    sentence: ({ actor, ofPerson }) => `${actor} hat die Daten${ofPerson} für eine Auskunft zusammengestellt.`,
  },
  mailSentAgain: {
    label: 'E-Mail noch einmal gesendet',
    sentence: ({ actor, forPerson }) => `${actor} hat eine E-Mail${forPerson} noch einmal senden lassen.`,
  },
  calendarShared: {
    label: 'Kalender-Abo eingerichtet',
    sentence: ({ actor }) => `${actor} hat den eigenen Kalender zum Abonnieren freigegeben.`,
  },
  calendarUnshared: {
    label: 'Kalender-Abo abgeschaltet',
    sentence: ({ actor }) => `${actor} hat das Abo des eigenen Kalenders abgeschaltet.`,
  },
} satisfies Record<string, { label: string; sentence: (told: Told) => string }>;

/** A deed that the log may tell of; add one with its words in `deeds`. */
export type Action = keyof typeof deeds;

/** All deeds, in the order of their names for people. */
export const actions = (Object.keys(deeds) as Action[]).sort((a, b) =>
  deeds[a].label.localeCompare(deeds[b].label, 'de'),
);

/** What an entry holds, and what the names and things in it are today; null where something is absent or gone. */
export interface Facts {
  action: string;
  actorId: number | null;
  actor: string | null;
  personId: number | null;
  person: string | null;
  appointmentId: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  coach: string | null;
  documentId: number | null;
  document: string | null;
}

/**
 * An entry in words: its label, who did it, whom it concerns ('' where that is the actor, or nobody), and the sentence.
 * A deed that this version does not know is told by its stored word.
 */
export function tell(facts: Facts): { label: string; actor: string; person: string; sentence: string } {
  const actor = facts.actorId === null ? 'Das System' : (facts.actor ?? 'Gelöschte Person');
  const concerned = facts.personId === null || facts.personId === facts.actorId ? '' : facts.person;
  const person = concerned ?? 'Gelöschte Person';
  const deed = deeds[facts.action as Action] as (typeof deeds)[Action] | undefined;
  const told: Told = {
    actor,
    forPerson: person && ` für ${person}`,
    ofPerson: person && ` von ${person}`,
    person,
    personId: facts.personId,
    appointment: appointmentIn(facts, 'einen inzwischen gelöschten Termin'),
    removedAppointment: appointmentIn(facts, 'einen Termin'),
    document: facts.document
      ? `das Dokument „${facts.document}“`
      : `ein inzwischen gelöschtes Dokument (Nr. ${facts.documentId})`,
    removedDocument: `ein Dokument (Nr. ${facts.documentId})`,
  };
  return {
    label: deed?.label ?? facts.action,
    actor,
    person,
    sentence: deed?.sentence(told) ?? `${actor}: ${facts.action}${told.forPerson}.`,
  };
}

/** `gone` is said of an appointment whose row is no longer there, before its number. */
function appointmentIn({ appointmentId, startsAt, endsAt, coach }: Facts, gone: string): string {
  if (appointmentId === null) return 'einen Termin';
  if (!startsAt) return `${gone} (Nr. ${appointmentId})`;
  if (!endsAt) return `den Termin am ${germanMoment(startsAt)}`;
  const { date, time } = wallClock(startsAt);
  return `den Termin am ${germanStretch({ date, start: time, end: wallClock(endsAt).time })} bei ${coach}`;
}
