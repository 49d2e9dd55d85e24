import type { AppointmentAction } from './appointmentActions.ts';

/** The names of the actions in menus and on buttons, which say what is done. */
export const actionNames: Record<AppointmentAction, string> = {
  bookFor: 'Für jemanden buchen',
  move: 'Verschieben',
  delete: 'Löschen',
  cancel: 'Stornieren',
  goodwill: 'Aus Kulanz absagen',
  missed: 'Als versäumt eintragen',
  booked: 'Auf Gebucht setzen',
  person: 'Zur Person',
};

/** What is said below the name of an action that is done at once and mails somebody (reference 11.7). */
export const actionHints: Partial<Record<AppointmentAction, string>> = {
  missed: 'Die Person bekommt eine E-Mail.',
  booked: 'Die Person bekommt eine E-Mail.',
};
