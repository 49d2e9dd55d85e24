import pg from 'pg';
import { importAppointments } from '../src/features/appointments/import-files/contract.ts';
import { listBookableSlots, bookAppointment } from '../src/features/booking/contract.ts';
import { checkSession } from '../src/features/accounts/contract.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { createApplication } from '../src/app/application.ts';
import { readSettings } from '../src/platform/settings/settings.ts';
import { addDays } from '../src/shared/berlin.ts';
import type { BenchWorld } from './world.ts';

/**
 * Counts the SQL statements that each call sends, BEGIN and COMMIT included. Runs a portal in this process, so that the
 * statements can be counted in the database driver.
 */
export async function countStatements(world: BenchWorld, dataDir: string): Promise<Record<string, number>> {
  const settings = readSettings({ DATABASE_URL: world.appUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const portal = await createApplication(settings, world.appUrl, null, { runsJobs: false });
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  let count = 0;
  const countAndQuery = function (this: pg.Client, ...args: unknown[]) {
    count++;
    return Reflect.apply(query, this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', countAndQuery);
  const [sessionId] = world.participantSessions;
  const countStatementsOf = async (call: { path: string }, payload: object) => {
    count = 0;
    const response = await portal.fastify.inject({ method: 'POST', url: servicePath(call), payload });
    if (response.statusCode !== 200) throw new Error(`${call.path} answered ${response.statusCode}`);
    return count;
  };
  try {
    return {
      sessionCheck: await countStatementsOf(checkSession, { sessionId }),
      bookable: await countStatementsOf(listBookableSlots, { sessionId, limit: 50 }),
      bookAppointment: await countStatementsOf(bookAppointment, { sessionId, appointmentId: world.slots.shift() }),
    };
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
    await portal.close();
  }
}

/**
 * Imports 20,000 valid rows in one file. Returns the number of rows, and the seconds from the start of the upload until
 * the report arrives.
 */
export async function measureImport(address: string, world: BenchWorld): Promise<{ rows: number; seconds: number }> {
  const rowCount = 20_000;
  const form = new FormData();
  form.append(`file_${world.adminSession}`, new Blob([buildCalendarFile(world.coachEmails, rowCount)]), 'termine.csv');
  const startedAt = performance.now();
  const response = await fetch(address + servicePath(importAppointments), { method: 'POST', body: form });
  const report = (await response.json()) as { success?: unknown[] };
  const durationMs = performance.now() - startedAt;
  if (report.success?.length !== rowCount) throw new Error(`only ${report.success?.length ?? 0} rows were imported`);
  return { rows: rowCount, seconds: Math.round(durationMs / 10) / 100 };
}

/** Builds an import file (CSV) for the year after next: eight slots per day for each coach. */
function buildCalendarFile(coachEmails: string[], rowCount: number): string {
  const firstDate = `${new Date().getUTCFullYear() + 2}-01-01`;
  const lines = Array.from({ length: rowCount }, (_, index) => {
    const slotNumber = Math.floor(index / coachEmails.length);
    const hour = String(8 + (slotNumber % 8)).padStart(2, '0');
    const date = addDays(firstDate, Math.floor(slotNumber / 8));
    return `${coachEmails[index % coachEmails.length]};Einzelcoaching;${date};${hour}:00;${hour}:45`;
  });
  return ['Coach-E-Mail;Typ;Datum;Von;Bis', ...lines].join('\r\n');
}
