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
