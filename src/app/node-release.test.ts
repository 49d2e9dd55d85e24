import { expect, test } from 'vitest';
import { describeEndedNode } from './node-release.ts';

test.each([
  ['20.19.4', '2026-05-01', 'Node 20.19.4 has had no security updates since 2026-04-30'],
  ['22.12.0', '2027-05-01', 'Node 22.12.0 has had no security updates since 2027-04-30'],
])('Node %s is past its end on %s', (version, today, line) => {
  expect(describeEndedNode(version, today)).toContain(line);
});

test.each([
  ['20.19.4', '2026-04-30'],
  ['24.9.0', '2028-04-30'],
  ['26.1.0', '2030-01-01'],
])('Node %s gets updates on %s, as far as is known', (version, today) => {
  expect(describeEndedNode(version, today)).toBeNull();
});
