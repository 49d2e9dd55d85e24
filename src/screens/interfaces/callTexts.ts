import type { Scope } from '../../features/tokens/rules.ts';

/** The calls that each scope allows, by their paths, and what a program does with each. */
export const callTexts: Record<Scope, Readonly<Record<string, string>>> = {
  appointments: {
    'admin/appointmentOverview': 'Terminübersicht',
    'admin/getBookingOverview': 'Buchungsübersicht',
    'admin/exportAppointments': 'Termine als Datei',
    'admin/dailyPlan': 'Tagesplan',
    'admin/getCoachListObject': 'Liste der Coaches',
  },
  import: {
    'admin/importAppointmentsByFile': 'Termine aus einer Datei angelegt',
    'admin/undoImport': 'Angelegte Termine zurückgenommen',
  },
  participants: {
    'admin/searchParticipantShort': 'Kurze Teilnehmersuche',
    'admin/searchParticipantFull': 'Teilnehmersuche',
    'admin/inviteParticipant': 'Einladung',
  },
  figures: {
    'admin/getSteering': 'Steuerung',
    'admin/exportSteering': 'Steuerung als Excel-Datei',
    'admin/exportEvidence': 'Nachweise als Datei',
    'analytics/getRatingAnalytics': 'Auswertung der Bewertungen',
    'analytics/getCoachAnalytics': 'Auswertung der Coaches',
  },
};

/** Says what a call of a token with these scopes was about. One that they do not allow was refused. */
export function describeCall(path: string, scopes: readonly Scope[]): string {
  const allowing = scopes.find((scope) => Object.hasOwn(callTexts[scope], path));
  return (allowing && callTexts[allowing][path]) ?? 'abgelehnt, weil er das nicht darf';
}
