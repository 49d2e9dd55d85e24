import { serve } from '../../platform/http/calls/handler.ts';
import { inGermanOrder } from '../../shared/german.ts';
import * as contract from './contract.ts';
import { publicFacts } from './exports.ts';

/** Handlers of the open facts: locations and the provider's configuration. */
export const routes = serve(contract, {
  async getLocations({ db }) {
    const locations = await db.selectFrom('location').select(['id', 'label', 'place_id']).execute();
    return {
      locations: locations
        .map(({ id, label, place_id }) => ({ label, value: id, ...(place_id ? { placeId: place_id } : {}) }))
        .sort((a, b) => inGermanOrder(a.label, b.label)),
    };
  },

  async getPortal({ app }) {
    return { data: publicFacts(app.settings) };
  },
});
