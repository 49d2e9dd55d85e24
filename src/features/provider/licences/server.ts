import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { readLicences } from '../../../platform/settings/paths.ts';
import * as contract from './contract.ts';

/** The handler that returns the licences of the libraries in the portal (reference 1.18). */
export const routes = createRoutes(contract, {
  async getLicences() {
    return { data: contract.getLicences.output.shape.data.parse(await readLicences()) };
  },
});
