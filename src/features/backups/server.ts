import { createRoutes } from '../../platform/http/calls/handler.ts';
import * as contract from './contract.ts';
import { readBackupState } from './state.steps.ts';

/** Handler for the state of the nightly backups (reference 10.11). */
export const routes = createRoutes(contract, {
  async getBackupState({ db, app }) {
    const { state, madeAt, lastFault } = await readBackupState(db, app);
    return { data: { state, madeAt: madeAt?.toISOString() ?? null, fault: state === 'failed' ? lastFault : null } };
  },
});
