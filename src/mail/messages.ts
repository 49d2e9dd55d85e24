import { appointmentWords, type AppointmentMessage } from './appointment-words.ts';
import { layOut, type Words } from './layout.ts';
import { noticeDays } from '../retention/rules.ts';
import { reminderWords, type ReminderMessage } from './reminder-words.ts';

/** Who writes: the provider's name, where questions go, and the portal's address without a slash at its end. */
export interface Sender {
  provider: string;
  coachingEmail: string;
  publicUrl: string;
}

/** Messages that say the same to everybody. */
const plainKinds = [
  ...(['passwordChanged', 'emailChanged', 'emailReplaced', 'registrationTried'] as const),
  ...(['readMuch', 'fileFromCoach', 'accountEnds'] as const),
  ...(['secondFactorOn', 'secondFactorOff', 'recoveryCodeUsed'] as const),
];
type PlainKind = (typeof plainKinds)[number];

/** Whether a message needs no more than the name of whom it greets. */
export function isPlain(kind: string): kind is PlainKind {
  return plainKinds.some((plain) => plain === kind);
}

/** What a message is made of. */
export type Facts =
  | { kind: 'confirmation'; firstName: string; token: string }
  | { kind: 'temporaryPassword'; firstName: string; password: string }
  | { kind: PlainKind; firstName: string }
  | ({ firstName: string } & (AppointmentMessage | ReminderMessage));

/** A message that is ready to send. The subject never holds text of people. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** Writes a message in German, as text and as HTML of the same words. */
export function write(facts: Facts, sender: Sender): Message {
  const { subject, blocks } = wordsOf(facts, sender);
  const smallPrint = `Diese Nachricht wurde automatisch verschickt. Fragen beantwortet das Coaching-Team: ${sender.coachingEmail}`;
  return {
    subject,
    ...layOut([`Hallo ${facts.firstName},`, ...blocks, { smallPrint }, { smallPrint: sender.provider }]),
  };
}

const notYou =
  'Du warst das nicht? Dann fordere bei der Anmeldung sofort ein neues Passwort an und melde dich beim Coaching-Team.';

function wordsOf(facts: Facts, sender: Sender): Words {
  if ('to' in facts) return appointmentWords(facts, sender);
  if ('appointment' in facts) return reminderWords(facts, sender);
  switch (facts.kind) {
    case 'confirmation':
      return {
        subject: 'Bitte bestätige deine Registrierung',
        blocks: [
          'schön, dass du dich für das Bewerbungscoaching registriert hast. Mit diesem Link bestätigst du deine E-Mail-Adresse und wählst danach dein Passwort. Er gilt 48 Stunden und nur einmal.',
          {
            label: 'Registrierung bestätigen',
            link: `${sender.publicUrl}/registrierung-bestaetigen?token=${facts.token}`,
          },
          'Du hast dich nicht registriert? Dann lösche diese Nachricht einfach.',
        ],
      };
    case 'temporaryPassword':
      return {
        subject: 'Dein vorläufiges Passwort',
        blocks: [
          'hier ist ein vorläufiges Passwort für deine Anmeldung. Es gilt 24 Stunden und nur einmal; nach der Anmeldung wählst du ein eigenes.',
          { name: 'Passwort', value: facts.password },
          { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
          'Du hast kein neues Passwort angefordert? Dann lösche diese Nachricht. Dein bisheriges Passwort gilt weiter.',
        ],
      };
    case 'passwordChanged':
      return {
        subject: 'Dein Passwort wurde geändert',
        blocks: [
          'dein Passwort wurde gerade geändert. Alle anderen Anmeldungen sind damit beendet.',
          notYou,
          { label: 'Zur Anmeldung', link: `${sender.publicUrl}/`, quiet: true },
        ],
      };
    case 'emailChanged':
      return {
        subject: 'Deine Anmeldung hat eine neue Adresse',
        blocks: [
          'das Coaching-Team hat deine E-Mail-Adresse im Portal auf diese Adresse geändert. Melde dich ab jetzt mit ihr an; dein Passwort bleibt gleich.',
          'Alle Anmeldungen sind damit beendet. Hattest du deinen Kalender abonniert? Dann richte das Abo in den Einstellungen neu ein.',
          { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
          'Das ist ein Irrtum? Dann melde dich beim Coaching-Team.',
        ],
      };
    case 'emailReplaced':
      return {
        subject: 'Deine Adresse im Portal wurde geändert',
        blocks: [
          'das Coaching-Team hat deine E-Mail-Adresse im Portal durch eine andere ersetzt. Mit dieser Adresse kannst du dich nicht mehr anmelden; unsere Nachrichten kommen ab jetzt an die neue.',
          'Das ist ein Irrtum, oder du weißt nichts davon? Dann melde dich bitte gleich beim Coaching-Team.',
        ],
      };
    case 'secondFactorOn':
      return {
        subject: 'Anmeldung in zwei Schritten eingeschaltet',
        blocks: [
          'deine Anmeldung in zwei Schritten ist jetzt eingeschaltet: Nach dem Passwort fragen wir dich nach einem Code aus deiner App. Alle anderen Anmeldungen sind damit beendet.',
          notYou,
        ],
      };
    case 'secondFactorOff':
      return {
        subject: 'Anmeldung in zwei Schritten abgeschaltet',
        blocks: [
          'deine Anmeldung in zwei Schritten ist jetzt abgeschaltet: Zur Anmeldung genügt dein Passwort. Alle anderen Anmeldungen sind damit beendet.',
          notYou,
        ],
      };
    case 'recoveryCodeUsed':
      return {
        subject: 'Ein Wiederherstellungscode wurde benutzt',
        blocks: [
          'gerade wurde einer deiner Wiederherstellungscodes benutzt. Er gilt nicht noch einmal. In den Einstellungen siehst du, wie viele du noch hast, und kannst neue erstellen.',
          notYou,
        ],
      };
    case 'accountEnds':
      return {
        subject: 'Dein Konto wird bald gelöscht',
        blocks: [
          `du hast das Portal lange nicht benutzt. Wir heben Daten nicht länger auf als nötig: In ${noticeDays} Tagen löschen wir dein Konto mit deinen Unterlagen.`,
          'Du möchtest es behalten? Dann melde dich bis dahin einmal an, mehr ist nicht zu tun.',
          { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
        ],
      };
    case 'registrationTried':
      return {
        subject: 'Du hast schon einen Zugang',
        blocks: [
          'mit deiner E-Mail-Adresse wollte sich gerade jemand registrieren. Du hast aber schon einen Zugang; an ihm hat sich nichts geändert.',
          'Warst du das? Dann melde dich einfach an. Ein neues Passwort bekommst du dort über „Passwort vergessen“.',
          { label: 'Zur Anmeldung', link: `${sender.publicUrl}/` },
          'Du warst das nicht? Dann musst du nichts tun.',
        ],
      };
    case 'readMuch':
      return {
        subject: 'Sehr viele Unterlagen wurden angesehen',
        blocks: [
          'jemand mit Zugang zu Unterlagen hat in 24 Stunden die Dokumente ungewöhnlich vieler Personen angesehen. Im Protokoll steht, wer es war und welche es waren.',
          { label: 'Zum Protokoll', link: `${sender.publicUrl}/audit` },
          'Passt das nicht zu den Aufgaben dieser Person? Dann sperre ihren Zugang und melde es der Datenschutzstelle.',
        ],
      };
    case 'fileFromCoach':
      return {
        subject: 'Neue Unterlagen von deinem Coach',
        blocks: [
          'dein Coach hat Unterlagen für dich hochgeladen. Du findest sie im Portal unter „Meine Unterlagen“.',
          { label: 'Meine Unterlagen', link: `${sender.publicUrl}/files` },
        ],
      };
  }
}
