import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { login } from '../../../features/accounts/contract.ts';
import { createOwnAppointment } from '../../../features/appointments/contract.ts';
import { bookAppointment } from '../../../features/booking/contract.ts';
import { uploadFiles } from '../../../features/files/contract.ts';
import { getLocations } from '../../../features/provider/contract.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { servicePath } from '../calls/calls.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from '../../../../tests/support/built-portal.ts';
import { findFreePort } from '../../../../tests/support/ports.ts';

/** The value of a series such as `portal_calls_total{path="a",outcome="success"}`; undefined if there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the metrics [10.11]', () => {
  let world: World;
  const read = () => world.app.metrics.readText();
  beforeAll(async () => {
    world = await openWorld({ env: { METRICS_PORT: '65535' } });
  });
  afterAll(() => world.close());

  test('count calls by path and outcome, their durations, and bookings by who made them', async () => {
    const coach = await world.addCoach();
    const person = await world.addParticipant({ email: 'anna.geheim@test.example' });
    const session = await world.signIn(person);
    const input = { appointmentId: await world.addAppointment(coach, inDays(3, '10:00')) };
    await world.call(bookAppointment, session, input);
    // Booking the same appointment again is a successful call, but not a second booking.
    await world.call(bookAppointment, session, input);
    await world.call(bookAppointment, await world.signIn(await world.addParticipant()), input);
    await world.call(bookAppointment, 'ab'.repeat(32), input);
    await world.call(login, null, { username: 'anna.geheim@test.example', password: 'Falsch-2026!' });
    const times = { date: dateOf(inDays(4, '10:00')), fromTime: '06:00', tillTime: '06:45' };
    const appointment = { type: 'Einzelcoaching', ...times, participantId: person };
    expect((await world.call(createOwnAppointment, await world.signIn(coach), appointment)).body.meta.status).toBe(
      'success',
    );

    const text = await read();
    const countCalls = (outcome: string, path = bookAppointment.path) =>
      valueOf(text, `portal_calls_total{path="${path}",outcome="${outcome}"}`);
    expect(countCalls('success')).toBe(2);
    expect(countCalls('slotTaken')).toBe(1);
    expect(countCalls('sessionInvalid')).toBe(1);
    expect(countCalls('loginFailed', login.path)).toBe(1);
    expect(valueOf(text, 'portal_bookings_total{by="participant"}')).toBe(1);
    expect(valueOf(text, 'portal_bookings_total{by="staff"}')).toBe(1);
    expect(valueOf(text, `portal_call_seconds_count{path="${bookAppointment.path}"}`)).toBe(4);
    expect(text).not.toMatch(/geheim|@|[0-9a-f]{64}/i);
  });

  test('count refused uploads by reason', async () => {
    const session = await world.signIn(await world.addParticipant({ hasCv: false }));
    await world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'Lebenslauf.exe', bytes: Buffer.from('MZ') }]);
    const text = await read();
    expect(valueOf(text, 'portal_uploads_refused_total{reason="wrongFile"}')).toBe(1);
    expect(text).not.toContain('Lebenslauf');
  });

  test('show waiting and failed mails, connections, the event loop and the version', async () => {
    const person = await world.addParticipant();
    await world.db.deleteFrom('mail').execute();
    const mail = { kind: 'passwordChanged', person_id: person } as const;
    await world.db
      .insertInto('mail')
      .values([mail, { ...mail, failed_at: new Date() }])
      .execute();
    await world.db
      .updateTable('mail')
      .set({ created_at: new Date(Date.now() - 600_000) })
      .execute();
    const text = await read();
    expect(valueOf(text, 'portal_mails{state="waiting"}')).toBe(1);
    expect(valueOf(text, 'portal_mails{state="failed"}')).toBe(1);
    expect(valueOf(text, 'portal_mail_oldest_seconds')).toBeGreaterThan(590);
    expect(valueOf(text, 'portal_database_connections{pool="calls",state="idle"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'portal_database_waiting{pool="calls"}')).toBe(0);
    expect(valueOf(text, 'portal_event_loop_utilization')).toBeGreaterThan(0);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(valueOf(text, 'portal_disk_free_ratio{folder="data"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'portal_disk_free_ratio{folder="data"}')).toBeLessThanOrEqual(1);
    expect(text).toMatch(/^portal_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  });
});

describe('the metrics of backups [10.11]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backups-'));
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ env: { METRICS_PORT: '65535', BACKUP_DIR: folder } });
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
  });
  const read = async () => {
    const text = await world.app.metrics.readText();
    return [valueOf(text, 'portal_backup_age_seconds'), valueOf(text, 'portal_backup_failed')] as const;
  };

  test('follow the attempts at night and a backup made by command, as the start page of admins does', async () => {
    // Before the first attempt, the age is that of the installation.
    world.clock.shiftMs = 100 * 3_600_000;
    const [age, failed] = await read();
    expect(age).toBeGreaterThan(100 * 3600 - 1);
    expect(failed).toBe(0);
    world.clock.shiftMs = 0;
    await world.db
      .insertInto('backup')
      .values([
        { tried_at: new Date(Date.now() - 7_200_000) },
        { tried_at: new Date(Date.now() - 3_600_000), fault: 'ENOSPC' },
      ])
      .execute();
    expect(await read()).toEqual([expect.closeTo(7200, -3), 1]);
    const time = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replaceAll(':', '');
    writeFileSync(join(folder, `portal-${time}Z.tar.gz`), '');
    expect(await read()).toEqual([expect.closeTo(60, -2), 0]);
  });

  test('have no values while no backup is made at night', async () => {
    const otherWorld = await openWorld({ env: { METRICS_PORT: '65535' } });
    try {
      await otherWorld.db.insertInto('backup').values({ fault: 'ENOSPC' }).execute();
      expect(await otherWorld.app.metrics.readText()).not.toMatch(/^portal_backup_\w+ \d/m);
    } finally {
      await otherWorld.close();
    }
  });
});

describe('METRICS_PORT', () => {
  const folders: string[] = [];
  const startedPortals: StartedPortal[] = [];
  afterAll(async () => {
    for (const { child, exitCode } of startedPortals) {
      child.kill('SIGTERM');
      await exitCode;
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const startPortal = async (env: Record<string, string>, args: string[] = []) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-metrics-'));
    folders.push(folder);
    const portal = await startBuiltPortal({ DATA_DIR: folder, LOG_LEVEL: 'info', ...env }, { args });
    startedPortals.push(portal);
    return portal;
  };
  const makeCall = async ({ url }: StartedPortal) =>
    (await fetch(url + servicePath(getLocations), { headers: { connection: 'close' } })).text();
  const locationCalls = `portal_calls_total{path="${getLocations.path}",outcome="success"}`;

  test('opens a port with the metrics of all workers, including the counts of a worker that has ended', async () => {
    const port = await findFreePort();
    const portal = await startPortal({ METRICS_PORT: String(port) }, ['--workers', '2']);
    await waitUntilReady(portal);
    await vi.waitFor(() => expect(portal.readOutput()).toContain('The portal is ready'), { timeout: 60_000 });
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (let n = 0; n < 10; n++) await makeCall(portal);
    expect(valueOf(await read(), locationCalls)).toBe(10);
    expect(valueOf(await read(), 'portal_workers{state="answering"}')).toBe(2);

    const pids = [...portal.readOutput().matchAll(/"pid":(\d+)[^\n]*"statusCode"/g)].map(([, pid]) => Number(pid));
    const [killedPid = 0] = pids;
    expect(new Set(pids).size).toBe(2);
    process.kill(killedPid, 'SIGKILL');
    await vi.waitFor(() => expect(portal.readOutput()).toContain(`Worker ${killedPid} ended unexpectedly`), {
      timeout: 60_000,
    });
    await vi.waitFor(async () => expect(valueOf(await read(), 'portal_workers{state="answering"}')).toBe(2), {
      timeout: 60_000,
    });
    expect(valueOf(await read(), locationCalls)).toBe(10);
    for (let n = 0; n < 4; n++) await makeCall(portal);
    expect(valueOf(await read(), locationCalls)).toBe(14);
  });

  test('is the only port that serves metrics, and serves nothing else', async () => {
    const port = await findFreePort();
    const portal = await startPortal({ METRICS_PORT: String(port) });
    await waitUntilReady(portal);
    await vi.waitFor(() => expect(portal.readOutput()).toContain('The portal is ready'), { timeout: 60_000 });
    await makeCall(portal);
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(valueOf(await response.text(), locationCalls)).toBe(1);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect(await (await fetch(`${portal.url}/metrics`)).text()).not.toContain('portal_calls_total');
  });

  test('makes the start fail with one line if the port is in use', async () => {
    const port = await findFreePort();
    const otherServer = createServer().listen(port, '127.0.0.1');
    const portal = await startPortal({ METRICS_PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await portal.exitCode).toBe(1);
    expect(portal.readOutput()).toMatch(/cannot start: .*EADDRINUSE/);
    otherServer.close();
  });

  test('turns the metrics off if it is not set', async () => {
    const world = await openWorld();
    await world.call(getLocations, null);
    expect(await world.app.metrics.readText()).toBe('');
    await world.close();
  });
});
