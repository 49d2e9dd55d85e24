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

/**
 * Returns what is said below the name of an action that is done at once and mails somebody (reference 11.7), or
 * undefined. Coaches get no mail about what they do themselves.
 */
export function actionHint(action: AppointmentAction, asAdmin: boolean): string | undefined {
  if (action !== 'missed' && action !== 'booked') return undefined;
  return asAdmin ? 'Die Person und der Coach bekommen eine E-Mail.' : 'Die Person bekommt eine E-Mail.';
}
