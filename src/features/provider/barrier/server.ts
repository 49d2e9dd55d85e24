import { randomUUID } from 'node:crypto';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import * as contract from './contract.ts';
import { queueReport } from './sql.ts';

/** The handler that accepts reports of accessibility barriers. */
export const routes = createRoutes(contract, {
  async reportBarrier({ input, app, transaction, ipAddress }) {
    await app.rateLimiter.countAttemptOrThrow('barrierReportPerIpAddress', ipAddress);
    await transaction((tx) => queueReport(tx, { id: randomUUID(), ...input }));
    return {};
  },
});
