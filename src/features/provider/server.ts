import { createRoutes } from '../../platform/http/calls/handler.ts';
import { compareGerman } from '../../shared/german.ts';
import * as contract from './contract.ts';
import { findExampleValues, toPublicPortal } from './exports.ts';
import { listLocations } from './sql.ts';

/** The handlers for the provider's locations and configuration. */
export const routes = createRoutes(contract, {
  async getLocations({ db }) {
    const locations = await listLocations(db);
    return {
      locations: locations
        .map(({ id, label, placeId }) => ({ label, value: id, ...(placeId ? { placeId } : {}) }))
        .sort((a, b) => compareGerman(a.label, b.label)),
    };
  },

  async getPortal({ app }) {
    return { data: toPublicPortal(app.settings) };
  },

  async getExampleValues({ app }) {
    return { data: findExampleValues(app.settings) };
  },
});
