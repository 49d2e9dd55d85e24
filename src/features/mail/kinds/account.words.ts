import type { MailDefinition, Sender } from './kind.words.ts';
import type { MessageContent } from './layout.words.ts';
import { deletionNoticeDays } from '../rules.ts';
import { generatePassword, generateToken, type Secret } from '../delivery/secrets.adapter.ts';

/**
 * The definition of a mail with a secret, which is created when the mail is sent and then valid for `validHours`.
 * `credential` is what the secret is good for.
 */
interface MailWithSecret extends MailDefinition {
  credential: 'confirmation' | 'temporaryPassword';
  generateSecret: () => Secret;
  validHours: number;
  write: (secret: string, sender: Sender) => MessageContent;
}

/** What the mails with a link to confirm a registration have in common. */
const confirmingMail = {
  mayResend: true,
  isSuperseded: ({ isConfirmed, isInactive }) => isConfirmed || isInactive,
  credential: 'confirmation',
  generateSecret: () => generateToken(),
  validHours: 48,
} satisfies Omit<MailWithSecret, 'label' | 'write'>;

const confirmingPage = ({ publicUrl }: Sender) => `${publicUrl}/registrierung-bestaetigen`;
const confirmingLink = (token: string, sender: Sender) => ({
  label: 'Registrierung bestätigen',
  link: `${confirmingPage(sender)}?token=${token}`,
});

/** The mails with a secret: a link to confirm a registration, or a one-time password. */
export const mailsWithSecrets = {
  confirmation: {
    ...confirmingMail,
    label: 'Registrierung bestätigen',
    write: (token, sender) => ({
      subject: 'Bitte bestätige deine Registrierung',
      blocks: [
        'schön, dass du dich für das Bewerbungscoaching registriert hast. Mit diesem Link bestätigst du deine ' +
          'E-Mail-Adresse und wählst danach dein Passwort. Er gilt 48 Stunden und nur einmal.',
        confirmingLink(token, sender),
        'Du hast dich nicht registriert? Dann lösche diese Nachricht einfach.',
      ],
    }),
  },
  /** Sent instead of `confirmation` to a person whom the provider has registered. */
  invitation: {
    ...confirmingMail,
    label: 'Einladung zum Portal',
    write: (token, sender) => ({
      subject: 'Dein Zugang zum Bewerbungscoaching',
      blocks: [
        `${sender.provider} hat dich wegen deiner Qualifizierung für das Bewerbungscoaching registriert.`,
        'Im Portal buchst du Termine, in denen ein Coach online mit dir deine Bewerbung bespricht, unter vier Augen. ' +
          'Das ist kostenlos und freiwillig.',
        'Mit diesem Link bestätigst du deine E-Mail-Adresse und wählst danach dein Passwort. Er gilt 48 Stunden und ' +
          'nur einmal.',
        confirmingLink(token, sender),
        'Ist der Link abgelaufen? Hier bekommst du einen neuen:',
        { label: 'Neuen Link anfordern', link: confirmingPage(sender), quiet: true },
        'Du möchtest kein Coaching oder weißt nichts davon? Dann lösche diese Nachricht einfach.',
      ],
    }),
  },
  temporaryPassword: {
    label: 'Vorläufiges Passwort',
    mayResend: false,
    isSuperseded: ({ isConfirmed, isInactive }) => !isConfirmed || isInactive,
    credential: 'temporaryPassword',
    generateSecret: () => generatePassword(),
    validHours: 24,
    write: (password, sender) => ({
      subject: 'Dein vorläufiges Passwort',
      blocks: [
        'hier ist ein vorläufiges Passwort für deine Anmeldung. Es gilt 24 Stunden und nur einmal; nach der ' +
          'Anmeldung wählst du ein eigenes.',
        { name: 'Passwort', value: password },
        { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
        'Du hast kein neues Passwort angefordert? Dann lösche diese Nachricht. Dein bisheriges Passwort gilt weiter.',
      ],
    }),
  },
} satisfies Record<string, MailWithSecret>;
export type SecretKind = keyof typeof mailsWithSecrets;

/** The definition of a mail that has the same text for every recipient. */
interface Notice extends MailDefinition {
  write: (sender: Sender) => MessageContent;
}

const never = () => false;
const onceInactive = ({ isInactive }: { isInactive: boolean }) => isInactive;

/** The paragraph for mails about a change that somebody else may have made. */
export const warningAgainstMisuse =
  'Du warst das nicht? Dann fordere bei der Anmeldung sofort ein neues Passwort an und melde dich beim Coaching-Team.';

/** The mails about accounts, notes and introductions. */
export const notices = {
  passwordChanged: {
    label: 'Neues Passwort',
    mayResend: false,
    isSuperseded: never,
    write: (sender) => ({
      // This mail is also sent when a person sets their first password, so it does not say that the password was
      // changed.
      subject: 'Dein neues Passwort gilt',
      blocks: [
        'für dein Konto gilt seit gerade eben ein neues Passwort. Alle anderen Anmeldungen sind damit beendet.',
        warningAgainstMisuse,
        { label: 'Zur Anmeldung', link: `${sender.publicUrl}/`, quiet: true },
      ],
    }),
  },
  emailChanged: {
    label: 'E-Mail-Adresse geändert',
    mayResend: false,
    isSuperseded: never,
    write: (sender) => ({
      subject: 'Deine Anmeldung hat eine neue Adresse',
      blocks: [
        'das Coaching-Team hat deine E-Mail-Adresse im Portal auf diese Adresse geändert. Melde dich ab jetzt mit ' +
          'ihr an; dein Passwort bleibt gleich.',
        'Alle Anmeldungen sind damit beendet. Hattest du deinen Kalender abonniert? Dann richte das Abo in den ' +
          'Einstellungen neu ein.',
        { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
        'Das ist ein Irrtum? Dann melde dich beim Coaching-Team.',
      ],
    }),
  },
  /** Sent to the old address when an admin changes a person's address; `emailChanged` is sent to the new one. */
  emailReplaced: {
    label: 'E-Mail-Adresse geändert, an die alte',
    mayResend: false,
    isSuperseded: never,
    write: () => ({
      subject: 'Deine Adresse im Portal wurde geändert',
      blocks: [
        'das Coaching-Team hat deine E-Mail-Adresse im Portal durch eine andere ersetzt. Mit dieser Adresse ' +
          'kannst du dich nicht mehr anmelden; unsere Nachrichten kommen ab jetzt an die neue.',
        'Das ist ein Irrtum, oder du weißt nichts davon? Dann melde dich bitte gleich beim Coaching-Team.',
      ],
    }),
  },
  /** Sent when a person's phone number was changed in the settings. */
  contactChanged: {
    label: 'Telefonnummer geändert',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Deine Telefonnummer im Portal wurde geändert',
      blocks: [
        'deine Telefonnummer im Portal ist gerade geändert worden. Welche jetzt gilt, siehst du in den Einstellungen.',
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen` },
        warningAgainstMisuse,
      ],
    }),
  },
  secondFactorOn: {
    label: 'Zwei Schritte eingeschaltet',
    mayResend: false,
    isSuperseded: never,
    write: () => ({
      subject: 'Anmeldung in zwei Schritten eingeschaltet',
      blocks: [
        'deine Anmeldung in zwei Schritten ist jetzt eingeschaltet: Nach dem Passwort fragen wir dich nach einem ' +
          'Code aus deiner App. Alle anderen Anmeldungen sind damit beendet.',
        warningAgainstMisuse,
      ],
    }),
  },
  secondFactorOff: {
    label: 'Zwei Schritte abgeschaltet',
    mayResend: false,
    isSuperseded: never,
    write: () => ({
      subject: 'Anmeldung in zwei Schritten abgeschaltet',
      blocks: [
        'deine Anmeldung in zwei Schritten ist jetzt abgeschaltet: Zur Anmeldung genügt dein Passwort. Alle ' +
          'anderen Anmeldungen sind damit beendet.',
        'Passkeys gelten weiter, falls du welche hast. Ist ein Gerät verloren gegangen? Dann entferne seinen Passkey ' +
          'in den Einstellungen.',
        warningAgainstMisuse,
      ],
    }),
  },
  recoveryCodeUsed: {
    label: 'Wiederherstellungscode benutzt',
    mayResend: false,
    isSuperseded: never,
    write: () => ({
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      blocks: [
        'gerade wurde einer deiner Wiederherstellungscodes benutzt. Er gilt nicht noch einmal. In den ' +
          'Einstellungen siehst du, wie viele du noch hast, und kannst neue erstellen.',
        warningAgainstMisuse,
      ],
    }),
  },
  identityBound: {
    label: 'Firmenkonto verbunden',
    mayResend: false,
    isSuperseded: never,
    write: (sender) => ({
      subject: 'Dein Zugang ist mit deinem Firmenkonto verbunden',
      blocks: [
        `du hast dich zum ersten Mal über ${sender.singleSignOn} im Portal angemeldet. Dieses Konto ist jetzt mit ` +
          'deinem Zugang verbunden und gilt auch weiter, wenn es eine andere E-Mail-Adresse bekommt.',
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen` },
        'Du warst das nicht? Dann melde dich gleich beim Coaching-Team: Admins lösen die Verbindung wieder.',
      ],
    }),
  },
  identityUnbound: {
    label: 'Firmenkonto gelöst',
    mayResend: false,
    isSuperseded: never,
    write: (sender) => ({
      subject: 'Dein Firmenkonto wurde von deinem Zugang gelöst',
      blocks: [
        `deine Anmeldung über ${sender.singleSignOn} wurde gelöst: Dein Zugang zum Portal ist mit keinem Konto mehr ` +
          'verbunden, und alle deine Anmeldungen sind beendet.',
        'Beim nächsten Mal verbindet sich dein Zugang mit dem Konto, das dann deine E-Mail-Adresse hat. Du weißt ' +
          'nichts davon? Dann melde dich beim Coaching-Team.',
      ],
    }),
  },
  /** Sent to the owner of an account when somebody tries to register with its address. */
  registrationTried: {
    label: 'Registrierung mit bekannter Adresse',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Du hast schon einen Zugang',
      blocks: [
        'mit deiner E-Mail-Adresse wollte sich gerade jemand registrieren. Du hast aber schon einen Zugang; an ' +
          'ihm hat sich nichts geändert.',
        'Warst du das? Dann melde dich einfach an. Ein neues Passwort bekommst du dort über „Passwort vergessen“.',
        { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
        'Du warst das nicht? Dann musst du nichts tun.',
      ],
    }),
  },
  /** Sent to admins when a coach books appointments for unusually many people who are new to the coach. */
  metMany: {
    label: 'Termine mit sehr vielen neuen Personen',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Termine mit sehr vielen neuen Personen',
      blocks: [
        'ein Coach hat in 24 Stunden für ungewöhnlich viele Personen Termine eingetragen, mit denen vorher keine ' +
          'Termine bestanden. Damit sieht der Coach ihre Unterlagen. Im Protokoll steht, wer es war und für wen.',
        { label: 'Zum Protokoll', link: `${sender.publicUrl}/audit` },
        'Passt das nicht zu den Aufgaben dieser Person? Dann sperre ihren Zugang und melde es der Datenschutzstelle.',
      ],
    }),
  },
  /** Sent to admins when somebody opens the documents of unusually many people. */
  readMuch: {
    label: 'Sehr viele Unterlagen angesehen',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Sehr viele Unterlagen wurden angesehen',
      blocks: [
        'jemand mit Zugang zu Unterlagen hat in 24 Stunden die Dokumente ungewöhnlich vieler Personen angesehen. ' +
          'Im Protokoll steht, wer es war und welche es waren.',
        { label: 'Zum Protokoll', link: `${sender.publicUrl}/audit` },
        'Passt das nicht zu den Aufgaben dieser Person? Dann sperre ihren Zugang und melde es der Datenschutzstelle.',
      ],
    }),
  },
  /** Sent to admins when the nightly backup has failed or is overdue. */
  backupMissing: {
    label: 'Datensicherung fehlt',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Die nächtliche Datensicherung fehlt',
      blocks: [
        'die Datensicherung des Portals ist in der letzten Nacht nicht gelungen. Bitte sag gleich der Person ' +
          'Bescheid, ' +
          'die das Portal betreibt: Geht jetzt etwas verloren, fehlt eine neue Sicherung. Den Grund nennt ' +
          'die Startseite.',
        { label: 'Zur Startseite', link: `${sender.publicUrl}/intern-admin` },
        'Solange sie fehlt, kommt diese Nachricht einmal am Tag.',
      ],
    }),
  },
  /** Sent to admins when a webhook was switched off, because its receiver fails or wants nothing any more. */
  webhookSwitchedOff: {
    label: 'Webhook abgeschaltet',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Ein Webhook wurde abgeschaltet',
      blocks: [
        'das Portal hat einen Webhook abgeschaltet: Der Empfänger hat fünf Tage lang nichts angenommen, oder er hat ' +
          'geantwortet, dass es ihn nicht mehr gibt. Andere Systeme erfahren seitdem über ihn nichts Neues.',
        { label: 'Zum Portal', link: `${sender.publicUrl}/intern-admin` },
        'Was schon auf ihn wartet, wird gesendet, sobald der Webhook wieder eingeschaltet ist. Was in der ' +
          'Zwischenzeit ' +
          'geschieht, wird nicht nachgereicht.',
      ],
    }),
  },
  dataExported: {
    label: 'Eigene Daten heruntergeladen',
    mayResend: false,
    isSuperseded: onceInactive,
    write: () => ({
      subject: 'Deine Daten wurden heruntergeladen',
      blocks: [
        'gerade wurde im Portal eine Kopie all deiner Daten und Unterlagen heruntergeladen.',
        warningAgainstMisuse,
      ],
    }),
  },
  erasureRequested: {
    label: 'Löschung beantragt',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Du hast die Löschung deiner Daten beantragt',
      blocks: [
        'wir haben deinen Antrag bekommen, deine Daten zu löschen. Das Coaching-Team antwortet dir innerhalb eines ' +
          'Monats. Bis dahin kannst du den Antrag in den Einstellungen zurückziehen.',
        { label: 'Zu den Einstellungen', link: `${sender.publicUrl}/einstellungen` },
        warningAgainstMisuse,
      ],
    }),
  },
  erasureWithdrawn: {
    label: 'Löschantrag zurückgezogen',
    mayResend: false,
    isSuperseded: onceInactive,
    write: () => ({
      subject: 'Dein Löschantrag ist zurückgezogen',
      blocks: [
        'du hast deinen Löschantrag zurückgezogen. Dein Konto und deine Unterlagen bleiben, wie sie sind.',
        warningAgainstMisuse,
      ],
    }),
  },
  /** Sent to admins when a person requests the erasure of their data. */
  erasureToAnswer: {
    label: 'Neuer Löschantrag',
    mayResend: true,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Jemand beantragt die Löschung der eigenen Daten',
      blocks: [
        'ein Löschantrag ist eingegangen. Er muss innerhalb eines Monats beantwortet werden: durch Löschen ' +
          'der Daten, ' +
          'oder mit einer Begründung, warum sie noch gebraucht werden.',
        { label: 'Zu den Löschanträgen', link: `${sender.publicUrl}/erasure-requests` },
      ],
    }),
  },
  introductionApproved: {
    label: 'Vorstellung freigegeben',
    mayResend: false,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Deine Vorstellung ist jetzt zu sehen',
      blocks: [
        'das Coaching-Team hat deine Vorstellung freigegeben. Teilnehmende sehen sie ab jetzt bei deinen ' +
          'Terminen und ' +
          'auf deiner Seite.',
        { label: 'Zu deiner Vorstellung', link: `${sender.publicUrl}/introduction` },
      ],
    }),
  },
  noteFromCoach: {
    label: 'Notiz vom Coach',
    mayResend: true,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Neue Notiz von deinem Coach',
      blocks: [
        'dein Coach hat dir eine Notiz geschrieben. Du findest sie im Portal unter „Meine Unterlagen“.',
        { label: 'Meine Unterlagen', link: `${sender.publicUrl}/files` },
      ],
    }),
  },
  accountEnds: {
    label: 'Konto endet bald',
    mayResend: true,
    isSuperseded: onceInactive,
    write: (sender) => ({
      subject: 'Dein Konto wird bald gelöscht',
      blocks: [
        `du hast das Portal lange nicht benutzt. Wir heben Daten nicht länger auf als nötig: In ` +
          `${deletionNoticeDays} ` +
          'Tagen löschen wir dein Konto mit deinen Unterlagen.',
        'Du möchtest es behalten? Dann melde dich bis dahin einmal an, mehr ist nicht zu tun.',
        { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
      ],
    }),
  },
} satisfies Record<string, Notice>;
export type NoticeKind = keyof typeof notices;
