import { sealAndRecordLog } from '../features/audit/seal-list.jobs.ts';
import { recordErasures } from '../features/audit/erasures.jobs.ts';
import { reportMissingBackup } from '../features/backups/jobs.ts';
import { removeFiles } from '../features/files/jobs.ts';
import { deleteMailFiles } from '../features/mail/exports.ts';
import { createMailJobs } from '../features/mail/delivery/jobs.ts';
import { renewStatistics } from '../platform/database/statistics.ts';
import { doNightlyWork } from '../operations/nightly.ts';
import { storeAvailabilityAtSix } from '../features/steering/jobs.ts';
import { passOnOffers } from '../features/waiting/jobs.ts';
import { createWebhookWork } from '../features/webhooks/jobs.ts';
import { createBarrierReportJob } from '../features/provider/barrier/jobs.ts';
import type { App } from '../platform/http/calls/handler.ts';
import type { WorkerOptions } from '../platform/jobs/worker.ts';
import type { Log } from '../platform/log.ts';

/** When each job runs, as lines of a crontab in UTC. `createJobs` has the function of each job. */
const timetable = [
  // Every night at a quiet time, which is never skipped or repeated when the clocks change.
  '15 2 * * * nightly',
  // Every hour: seals the audit log.
  '50 * * * * sealLog',
  // Every hour: tells the admins if the nightly backup has failed or is overdue.
  '40 * * * * watchBackups',
  // Every minute: offers the slots of expired offers to the next person on the waiting list.
  '* * * * * offerOn',
  // Stores how long the wait for a free slot is at 6:00 in Berlin. This is 4:00 or 5:00 UTC, so the job runs at both
  // times and does nothing at the wrong one.
  '0 4,5 * * * countAtSix',
];

/** Creates all jobs of the portal. */
export function createJobs(app: App, log: Log): Omit<WorkerOptions, 'db' | 'pool' | 'log'> {
  const mails = createMailJobs({ ...app, log });
  return {
    tasks: {
      ...mails.tasks,
      nightly: () => doNightlyWork(app, log),
      renewStatistics: () => renewStatistics(app.db),
      sealLog: () => sealAndRecordLog(app, log),
      watchBackups: () => reportMissingBackup(app),
      reportBarrier: createBarrierReportJob({ ...app, log }),
      // These jobs keep their old names, because the previous version of the portal also queues and runs them.
      forgetFiles: (job) => removeFiles(app, job),
      forgetMails: (job) => deleteMailFiles(app, job),
      noteErasures: () => recordErasures(app),
      offerOn: () => passOnOffers(app),
      countAtSix: () => storeAvailabilityAtSix(app),
    },
    timetable: [...mails.timetable, ...timetable],
    lengthyJobs: ['nightly'],
    periodicWork: [...mails.periodicWork, createWebhookWork({ ...app, log })],
  };
}
