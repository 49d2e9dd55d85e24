import type { Scope } from '../../features/tokens/rules.ts';
import { addDays } from '../../shared/berlin.ts';

/** What a program sends with the example of a scope: JSON, or the fields of a form with a file. */
type Example = { path: string } & ({ input: object } | { fields: readonly string[] });

/** An example for each scope. `today` is the current day in Berlin, `yyyy-mm-dd`. */
export function exampleOf(scope: Scope, today: string): Example {
  const nextDays = { fromDate: today, tillDate: addDays(today, 6), coachId: null };
  return {
    appointments: {
      path: 'admin/appointmentOverview',
      input: { ...nextDays, status: { booked: true, free: true, missed: true } },
    },
    import: { path: 'admin/importAppointmentsByFile', fields: ['dryRun=1', 'file_token=@kalender.csv'] },
    participants: { path: 'admin/searchParticipantShort', input: { searchString: 'ada@example.org' } },
    figures: {
      path: 'admin/getSteering',
      input: { fromDate: addDays(today, -30), tillDate: today, coachId: null },
    },
  }[scope];
}

/** The command with which an admin tries a scope in a terminal. `origin` is the address of the portal. */
export function exampleCommand(scope: Scope, { origin, today }: { origin: string; today: string }): string {
  const example = exampleOf(scope, today);
  const parts = [
    `curl ${origin}/api/service/${example.path}.php`,
    "-H 'Authorization: Bearer cpt_DEIN_SCHLUESSEL'",
    ...('fields' in example
      ? example.fields.map((field) => `-F ${field}`)
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example.input)}'`]),
  ];
  return parts.join(' \\\n  ');
}
