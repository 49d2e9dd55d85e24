import { codeOf, type Clock, type Db } from '../../../platform/database/db.ts';
import type { Log } from '../../../platform/log.ts';
import { LoggedFault, type WorkerOptions } from '../../../platform/jobs/worker.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { deliver } from './deliver.steps.ts';
import { queueMailJobs } from '../outbox.sql.ts';
import { queueReminders } from '../reminders/jobs.ts';
import { openMailTransport } from './smtp.adapter.ts';

/** The pause after which waiting mails are passed to the workers again, in milliseconds. */
const pauseBetweenBatches = 250;
/**
 * How many mails are passed on per batch: a hundred a second per instance, more than mail servers accept, or twelve
 * while the instance is busy. When very many people book, the mails wait and requests are still answered.
 */
const batchSize = { normal: 25, busy: 3 };
/** The utilization above which the event loop counts as busy; mails alone bring it to a half. */
const busyUtilization = 0.6;

/** The mail jobs of a worker: it sends queued mails and queues due reminders. */
export function createMailJobs(parts: { db: Db; settings: Settings; clock: Clock; log: Log }) {
  const { db, clock, log } = parts;
  const send = openMailTransport(parts.settings);
  let previous = performance.eventLoopUtilization();
  return {
    tasks: {
      async mail(payload) {
        const id = idOf(payload);
        try {
          await deliver({ ...parts, send }, id);
        } catch (error) {
          const code = codeOf(error) || 'unknown';
          log.warn({ mail: id, code }, 'The state of a mail could not be stored; the job will be retried.');
          throw new LoggedFault(code);
        }
      },
      reminders: () => queueReminders(db, clock),
    },
    // Every minute, ahead of the waiting mails. A missed job is not repeated, since the next one finds all that is due.
    timetable: ['* * * * * reminders ?priority=-1'],
    repeated: {
      async work() {
        const { utilization } = performance.eventLoopUtilization(previous);
        previous = performance.eventLoopUtilization();
        await queueMailJobs(db, clock, utilization > busyUtilization ? batchSize.busy : batchSize.normal);
      },
      pause: pauseBetweenBatches,
    },
  } satisfies Pick<WorkerOptions, 'tasks' | 'timetable' | 'repeated'>;
}

function idOf(payload: unknown): string {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined;
  if (typeof id !== 'string') throw new Error('A mail job has no mail id.');
  return id;
}
