import { expect, test } from 'vitest';
import { getFullOverview } from '../../features/appointments/contract.ts';
import { importAppointments } from '../../features/appointments/import-files/contract.ts';
import { searchParticipantAsAdmin } from '../../features/participants/contract.ts';
import { getSteering } from '../../features/steering/contract.ts';
import { scopes } from '../../shared/call.ts';
import { exampleCommand, exampleOf } from './exampleCall.ts';

const calls = [getFullOverview, importAppointments, searchParticipantAsAdmin, getSteering];

test.each(scopes)(
  'the example for the scope %s is a call that this scope allows, with what the call needs [2.14]',
  (scope) => {
    const example = exampleOf(scope, '2026-11-30');
    const call = calls.find(({ path }) => path === example.path);
    expect(call?.scope).toBe(scope);
    if ('input' in example) expect(call?.input.safeParse(example.input).success).toBe(true);
    else expect(call?.body).toBe('files');
  },
);

test('an example can be pasted into a terminal, and needs only the token [2.14]', () => {
  expect(exampleCommand('participants', { origin: 'https://portal.example', today: '2026-11-30' })).toBe(
    [
      'curl https://portal.example/api/service/admin/searchParticipantShort.php \\',
      "  -H 'Authorization: Bearer cpt_DEIN_SCHLUESSEL' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"searchString":"ada@example.org"}'`,
    ].join('\n'),
  );
});
