import { codeOf, type Clock, type Db } from '../../../platform/database/db.ts';
import type { Log } from '../../../platform/log.ts';
import { LoggedError, type WorkerOptions } from '../../../platform/jobs/worker.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { deliver } from './deliver.steps.ts';
import { queueMailJobs } from '../outbox.sql.ts';
import { queueReminders } from '../reminders/jobs.ts';
import { openMailTransport } from './smtp.adapter.ts';

/** The pause between two batches of waiting mails that get a job, in milliseconds. */
const pauseBetweenBatches = 250;
/**
 * The number of mails in a batch. The normal size allows 100 mails a second per instance, which is more than mail
 * servers accept. While the instance is busy, 12 mails a second leave enough time to answer requests.
 */
const batchSize = { normal: 25, busy: 3 };
/** The utilization above which the event loop counts as busy. Sending mails alone causes a utilization of about 0.5. */
const busyUtilization = 0.6;

/** Creates the jobs with which a worker sends queued mails and queues due reminders. */
export function createMailJobs(app: { db: Db; settings: Settings; clock: Clock; log: Log }) {
  const { db, clock, log } = app;
  const send = openMailTransport(app.settings);
  let lastUtilization = performance.eventLoopUtilization();
  return {
    tasks: {
      async mail(payload) {
        const id = mailIdOf(payload);
        try {
          await deliver({ ...app, send }, id);
        } catch (error) {
          const code = codeOf(error) || 'unknown';
          log.warn({ mail: id, code }, 'The state of a mail could not be stored; the job will be retried.');
          throw new LoggedError(code);
        }
      },
      reminders: () => queueReminders(db, clock),
    },
    // The job runs every minute, before the jobs of waiting mails. A missed run is skipped, since the next run finds
    // all due reminders.
    timetable: ['* * * * * reminders ?priority=-1'],
    periodicWork: [
      {
        async work() {
          const { utilization } = performance.eventLoopUtilization(lastUtilization);
          lastUtilization = performance.eventLoopUtilization();
          await queueMailJobs(db, clock, utilization > busyUtilization ? batchSize.busy : batchSize.normal);
        },
        pause: pauseBetweenBatches,
      },
    ],
  } satisfies Pick<WorkerOptions, 'tasks' | 'timetable' | 'periodicWork'>;
}

function mailIdOf(payload: unknown): string {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined;
  if (typeof id !== 'string') throw new Error('A mail job has no mail id.');
  return id;
}
