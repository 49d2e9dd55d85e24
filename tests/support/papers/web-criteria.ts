// The criteria of WCAG 2.1, levels A and AA, which clause 9 of EN 301 549 repeats, and the new ones of WCAG 2.2. The
// German names follow the authorised translation of WCAG 2.1; those of the new criteria are our own.

/**
 * What is known of a criterion. `tests` name tests in the form `file`: "title". `remark` says what the tests check, or
 * what somebody who judges the criterion has to know. A criterion with a reason in `notApplicable` has no tests.
 */
export interface Criterion {
  number: string;
  name: string;
  tests?: string[];
  remark?: string;
  notApplicable?: string;
}

const inE2e = (file: string, title: string) => `\`tests/e2e/${file}.e2e.ts\`: "${title}"`;
const noMedia =
  'Das Portal enthält keine Videos und keinen Ton; Videokonferenzen finden bei einem anderen Anbieter statt.';

const byKeyboard = [
  inE2e('keyboard', 'a participant can sign in, upload a CV, book, cancel and sign out by keyboard alone'),
  inE2e('rating', 'a participant rates a coaching by keyboard alone'),
  inE2e('series', 'by keyboard alone, a coach creates a series and deletes its free appointments'),
  inE2e('staff-calendar', 'a coach moves a booking by dragging it and by keyboard; each move is confirmed first'),
];
const fieldErrors = [
  inE2e('registration', 'each empty field shows its own error when it is left'),
  inE2e('sign-in', 'each field shows its error when it is left, and the button says what is missing'),
];

const perceivable: Criterion[] = [
  { number: '1.1.1', name: 'Nicht-Text-Inhalt', remark: 'Ob ein Alternativtext zutrifft, prüft kein Test.' },
  { number: '1.2.1', name: 'Reines Audio und reines Video (aufgezeichnet)', notApplicable: noMedia },
  { number: '1.2.2', name: 'Untertitel (aufgezeichnet)', notApplicable: noMedia },
  { number: '1.2.3', name: 'Audiodeskription oder Medienalternative (aufgezeichnet)', notApplicable: noMedia },
  { number: '1.2.4', name: 'Untertitel (live)', notApplicable: noMedia },
  { number: '1.2.5', name: 'Audiodeskription (aufgezeichnet)', notApplicable: noMedia },
  { number: '1.3.1', name: 'Info und Beziehungen' },
  { number: '1.3.2', name: 'Bedeutungstragende Reihenfolge' },
  { number: '1.3.3', name: 'Sensorische Eigenschaften' },
  { number: '1.3.4', name: 'Ausrichtung' },
  {
    number: '1.3.5',
    name: 'Eingabezweck bestimmen',
    remark: 'Geprüft sind vorhandene Angaben, nicht, ob eine fehlt.',
  },
  {
    number: '1.4.1',
    name: 'Benutzung von Farbe',
    tests: [inE2e('staff-calendar', 'every state is shown in words, such as free, booked, missed and absent')],
    remark: 'Die Zustände im Kalender stehen auch in Worten.',
  },
  { number: '1.4.2', name: 'Audio-Steuerelement', notApplicable: noMedia },
  { number: '1.4.3', name: 'Kontrast (Minimum)', remark: 'Helles und dunkles Design, zwei Breiten.' },
  {
    number: '1.4.4',
    name: 'Textgröße ändern',
    tests: [inE2e('large-text', 'with text of twice the size, no page of a participant scrolls sideways at 320 px')],
    remark:
      'Doppelte Textgröße auf den Seiten von Teilnehmenden; die Seiten von Coaches und Admins sind nicht geprüft.',
  },
  { number: '1.4.5', name: 'Bilder von Text' },
  {
    number: '1.4.10',
    name: 'Automatischer Umbruch (Reflow)',
    tests: [
      inE2e('large-text', 'with text of twice the size, no page of a participant scrolls sideways at 320 px'),
      inE2e('forced-colours', 'at 400 % zoom nothing is sticky, and a dialog scrolls as a whole'),
    ],
    remark: 'Seiten von Teilnehmenden bei 320 px Breite; die Seiten von Coaches und Admins sind nicht geprüft.',
  },
  { number: '1.4.11', name: 'Nicht-Text-Kontrast' },
  { number: '1.4.12', name: 'Textabstand' },
  { number: '1.4.13', name: 'Eingeblendeter Inhalt bei Darüberschweben (Hover) oder Fokus' },
];

const operable: Criterion[] = [
  { number: '2.1.1', name: 'Tastatur', tests: byKeyboard, remark: 'Einzelne Wege, nicht jede Funktion.' },
  {
    number: '2.1.2',
    name: 'Keine Tastaturfalle',
    tests: [
      byKeyboard[0] ?? '',
      inE2e(
        'changed-meanwhile',
        'Escape or a click outside a changed form asks before discarding it; an unchanged form closes',
      ),
    ],
    remark: 'Dialoge lassen sich mit Escape verlassen; der Weg eines Tests führt durch mehrere Seiten.',
  },
  {
    number: '2.1.4',
    name: 'Tastaturkürzel',
    remark:
      'Das Kürzel für die Suche (Strg K) braucht eine Zusatztaste; im Kalender wirken Pfeiltasten nur mit dem Fokus.',
  },
  {
    number: '2.2.1',
    name: 'Zeitbegrenzungen anpassen',
    tests: [
      inE2e(
        'shell',
        'an unknown address leads to the start page after a countdown, unless the user stops the countdown',
      ),
      inE2e(
        'sign-in',
        'if the session has expired, the user signs in again in a dialog over the page and continues there',
      ),
    ],
    remark:
      'Nach dem Ende einer Anmeldung bleiben Eingaben erhalten. Ihre Dauer stellt der Anbieter ein, nicht die Person.',
  },
  { number: '2.2.2', name: 'Pausieren, beenden, ausblenden' },
  { number: '2.3.1', name: 'Grenzwert von dreimaligem Blitzen oder weniger' },
  { number: '2.4.1', name: 'Blöcke umgehen' },
  {
    number: '2.4.2',
    name: 'Seite mit Titel versehen',
    tests: [
      inE2e('screens', 'each page has its title'),
      inE2e('prerender', 'before any script runs, every page has its header, its title and the links of the footer'),
    ],
    remark: 'Die genauen Titel sind nur für einige Seiten geprüft.',
  },
  {
    number: '2.4.3',
    name: 'Fokus-Reihenfolge',
    tests: [
      inE2e('booking', 'booking and cancelling work by keyboard alone, and the focus is never lost'),
      inE2e('cv', 'documents are uploaded and deleted by keyboard alone, and the focus is never lost'),
      inE2e(
        'overview',
        'arrow keys move between rows; Enter opens the details, which have their own address; going back closes them',
      ),
    ],
    remark: 'Einzelne Wege.',
  },
  {
    number: '2.4.4',
    name: 'Linkzweck (im Kontext)',
    remark: 'Jeder Link hat einen Namen; ob er den Zweck nennt, prüft kein Test.',
  },
  {
    number: '2.4.5',
    name: 'Verschiedene Methoden',
    tests: [
      inE2e('at-hand', 'a participant’s four pages are one tap apart'),
      inE2e('palette', 'an admin finds pages, coaches and today’s appointments; Escape returns the focus'),
    ],
    remark: 'Menü und Leiste für Teilnehmende, Menü und Suche für Coaches und Admins.',
  },
  { number: '2.4.6', name: 'Überschriften und Beschriftungen (Labels)' },
  { number: '2.4.7', name: 'Fokus sichtbar' },
  { number: '2.5.1', name: 'Zeigergesten' },
  { number: '2.5.2', name: 'Zeigerabbruch' },
  { number: '2.5.3', name: 'Beschriftung (Label) im Namen' },
  {
    number: '2.5.4',
    name: 'Betätigung durch Bewegung',
    notApplicable: 'Keine Funktion wird durch Bewegung des Geräts ausgelöst.',
  },
];

const understandable: Criterion[] = [
  { number: '3.1.1', name: 'Sprache der Seite', remark: 'Jede Seite nennt eine gültige Sprache.' },
  { number: '3.1.2', name: 'Sprache von Teilen', remark: 'Geprüft sind vorhandene Angaben, nicht, ob eine fehlt.' },
  { number: '3.2.1', name: 'Bei Fokus' },
  { number: '3.2.2', name: 'Bei Eingabe' },
  {
    number: '3.2.3',
    name: 'Konsistente Navigation',
    tests: [inE2e('at-hand', 'a participant’s four pages are one tap apart')],
    remark: 'Die Leiste der vier Seiten von Teilnehmenden.',
  },
  { number: '3.2.4', name: 'Konsistente Erkennung' },
  { number: '3.3.1', name: 'Fehlererkennung', tests: fieldErrors, remark: 'Das Formular der Registrierung.' },
  { number: '3.3.2', name: 'Beschriftungen (Labels) oder Anweisungen' },
  { number: '3.3.3', name: 'Fehlerempfehlung', tests: fieldErrors, remark: 'Das Formular der Registrierung.' },
  {
    number: '3.3.4',
    name: 'Fehlervermeidung (rechtliche, finanzielle, Daten)',
    tests: [
      inE2e('last-minute', 'booking less than 48 hours ahead must be confirmed, since it cannot be cancelled'),
      inE2e(
        'admin-participants',
        'deactivating a participant cancels their bookings; anonymising needs a second click',
      ),
      inE2e('cv', 'a participant uploads a CV, downloads the same bytes, and deletes it in two steps'),
    ],
    remark: 'Einzelne Schritte, die sich nicht zurücknehmen lassen, werden bestätigt.',
  },
];

const robust: Criterion[] = [
  {
    number: '4.1.1',
    name: 'Syntaxanalyse',
    remark: 'WCAG 2.2 hat das Kriterium gestrichen; EN 301 549 V3.2.1 nennt es noch.',
  },
  { number: '4.1.2', name: 'Name, Rolle, Wert' },
  {
    number: '4.1.3',
    name: 'Statusmeldungen',
    tests: [
      inE2e('navigation', 'on a slow phone, a tapped entry of the bar is marked until its page comes'),
      inE2e('errors', 'a wrong password is reported in the sign-in dialog; its button is busy during the call'),
      inE2e('palette', 'an admin finds pages, coaches and today’s appointments; Escape returns the focus'),
    ],
    remark: 'Einzelne Meldungen haben die Rolle „status“ oder „alert“. Kein Test hört einem Screenreader zu.',
  },
];

/** The criteria of WCAG 2.1 A and AA in their order; their number in EN 301 549 begins with '9.'. */
export const webCriteria: readonly Criterion[] = [...perceivable, ...operable, ...understandable, ...robust];

/** The criteria of levels A and AA that are new in WCAG 2.2, which EN 301 549 V3.2.1 does not contain. */
export const newWebCriteria: readonly Criterion[] = [
  {
    number: '2.4.11',
    name: 'Fokus nicht verdeckt (Minimum)',
    tests: [
      inE2e('at-hand', 'on a phone the navigation bar covers neither the focus nor the page’s end; it is not printed'),
      inE2e('offline', 'the focus stays visible when the connection is lost'),
    ],
    remark: 'Die Leiste am unteren Rand und der Hinweis auf eine fehlende Verbindung.',
  },
  {
    number: '2.5.7',
    name: 'Ziehbewegungen',
    tests: [
      inE2e('cv', 'a participant uploads a CV, downloads the same bytes, and deletes it in two steps'),
      inE2e(
        'staff-actions',
        'an admin moves a booking to another coach and gives a reason; each refusal is shown at its field',
      ),
    ],
    remark: 'Hochladen und Verschieben gehen auch mit einzelnen Klicks und einem Formular.',
  },
  { number: '2.5.8', name: 'Zielgröße (Minimum)' },
  { number: '3.2.6', name: 'Konsistente Hilfe' },
  {
    number: '3.3.7',
    name: 'Redundante Eingabe',
    remark:
      'Die Registrierung verlangt die E-Mail-Adresse zweimal; ob eine Ausnahme des Kriteriums das deckt, ist zu beurteilen.',
  },
  { number: '3.3.8', name: 'Barrierefreie Authentifizierung (Minimum)' },
];
