import type { Scope } from '../../features/tokens/rules.ts';

/** The name of each scope, and what a program with it may do. */
export const scopeTexts: Record<Scope, { name: string; explanation: string }> = {
  appointments: {
    name: 'Termine lesen',
    explanation:
      'Terminübersicht, Buchungsübersicht, Tagesplan und die Liste der Coaches, auch als Datei: mit Namen, ' +
      'Kontaktdaten und Nachrichten der Teilnehmer:innen.',
  },
  import: {
    name: 'Termine einspielen',
    explanation: 'Termine aus einer Datei anlegen und das wieder rückgängig machen.',
  },
  participants: {
    name: 'Teilnehmer:innen suchen und einladen',
    explanation: 'Namen, Adressen und Telefonnummern sehen und neue Personen registrieren.',
  },
  figures: {
    name: 'Zahlen lesen',
    explanation: 'Auswertung, Steuerung und Nachweise.',
  },
};
