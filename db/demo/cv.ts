import type { DemoParticipant } from './people.ts';
import { writeWord, type Editor, type Line, type WordDocument } from './word.ts';

/** Writes the CV of a participant; with an editor, as this coach returns it with changes and comments. */
export const writeCv = (person: DemoParticipant, editor: Editor | null = null): Promise<WordDocument> =>
  writeWord(linesOf(person), editor);

const linesOf = ({ firstName, lastName, email, town, qualification }: DemoParticipant): Line[] => [
  { style: 'Title', text: `${firstName} ${lastName}` },
  { style: 'Subtitle', text: `${town}  ·  ${email}` },
  { style: 'Heading1', text: 'Profil' },
  {
    style: 'Normal',
    text:
      'Ich arbeite {--eigentlich immer--}{++sehr++} zuverlässig, behalte auch bei viel Betrieb den Überblick und ' +
      '{==lerne gern Neues==}{>>Gut! Nenne hier ein Beispiel, das zur Stelle passt.<<}.',
  },
  { style: 'Heading1', text: 'Berufserfahrung' },
  { style: 'Station', text: '04/2021 – 06/2025\tSachbearbeitung Auftragsannahme, Brückner Haustechnik GmbH' },
  {
    style: 'ListBullet',
    text: '{--War zuständig für Anfragen--}{++Bearbeitung von täglich rund 60 Anfragen++} am Telefon und per E-Mail',
  },
  { style: 'ListBullet', text: 'Planung der Termine im Außendienst{++ für zwölf Personen++}' },
  { style: 'ListBullet', text: 'Angebote und Rechnungen in der Warenwirtschaft' },
  { style: 'ListBullet', text: '{++Einarbeitung von drei Auszubildenden++}' },
  {
    style: 'Station',
    text:
      '08/2017 – {--12/2019--}{++03/2021++}\tVerkauf und Kasse, ' +
      '{==Kaufhaus am Ring==}{>>Im Zeugnis steht 03/2021 als Ende. Bitte prüfe es noch einmal.<<}',
  },
  { style: 'ListBullet', text: 'Beratung, Verkauf und Reklamationen' },
  { style: 'ListBullet', text: 'Abrechnung der Kasse und {--Organistion--}{++Organisation++} des Lagers' },
  { style: 'Heading1', text: 'Aus- und Weiterbildung' },
  { style: 'Station', text: `derzeit\tWeiterbildung: ${qualification}` },
  { style: 'Station', text: '08/2014 – 07/2017\tAusbildung im Einzelhandel (IHK), Kaufhaus am Ring' },
  { style: 'ListBullet', text: 'Abschluss mit der Note 1,8' },
  { style: 'Station', text: '07/2014\tMittlerer Schulabschluss' },
  { style: 'Heading1', text: 'Kenntnisse' },
  { cells: ['Deutsch', 'sehr gut in Wort und Schrift'] },
  { cells: ['Englisch', '{==gut==}{>>Bitte mit Niveau, zum Beispiel B1 oder B2.<<}'] },
  { cells: ['EDV', 'Word, Excel, Outlook, SAP{-- (leider nur Grundkenntnisse)--}'] },
  { cells: ['Führerschein', 'Klasse B'] },
  { style: 'Heading1', text: 'Persönliches' },
  { style: 'Normal', text: '{--Familienstand: ledig--}' },
  { style: 'Normal', text: 'Ehrenamt bei der Tafel, Schwimmen, Chor' },
];
