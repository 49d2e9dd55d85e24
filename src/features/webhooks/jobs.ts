import { codeOf, type Clock, type Db } from '../../platform/database/db.ts';
import type { PeriodicWork } from '../../platform/jobs/worker.ts';
import type { Log } from '../../platform/log.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { deliverDue } from './deliver.steps.ts';
import { leaseDueWebhooks } from './delivery.sql.ts';
import { lookUpBySystem, type LookUp } from './receiver.adapter.ts';

/** The pause between two searches for deliveries that are due, in milliseconds. */
const pauseBetweenSearches = 500;

/**
 * Creates the work that delivers to webhooks. Each webhook is served by itself, so that a slow receiver holds up no
 * other one, nor any job of the queue: there are ten webhooks at most. Only tests replace `lookUp`.
 */
export function createWebhookWork(app: {
  db: Db;
  settings: Settings;
  clock: Clock;
  log: Log;
  lookUp?: LookUp;
}): PeriodicWork & { settle: () => Promise<void> } {
  const context = { lookUp: lookUpBySystem, ...app };
  const stopping = new AbortController();
  const deliveries = new Set<Promise<void>>();
  const settle = async () => void (await Promise.all(deliveries));

  const deliver = async (webhook: number) => {
    try {
      await deliverDue(context, webhook, stopping.signal);
    } catch (error) {
      const code = codeOf(error) || 'unknown';
      app.log.warn({ webhook, code }, 'Deliveries of a webhook could not be stored; they will be repeated.');
    }
  };
  return {
    pause: pauseBetweenSearches,
    async work() {
      for (const webhook of await leaseDueWebhooks(app.db, app.clock)) {
        const delivery = deliver(webhook).finally(() => deliveries.delete(delivery));
        deliveries.add(delivery);
      }
    },
    settle,
    async stop() {
      stopping.abort();
      await settle();
    },
  };
}
