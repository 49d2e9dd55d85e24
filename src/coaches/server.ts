import { serve } from '../server/handler.ts';
import { inGermanOrder } from '../shared/german.ts';
import * as contract from './contract.ts';
import { activeCoaches } from './sql.ts';

/** Handlers of the coaches: pickers and the public look-up. */
export const served = serve(contract, {
  async getCoachList({ db }) {
    const coaches = await activeCoaches(db);
    return {
      data: coaches
        .map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))
        .sort((a, b) => inGermanOrder(a.label, b.label)),
    };
  },

  async getCoachId({ input, db }) {
    const wanted = input.name.toLowerCase();
    const coach = (await activeCoaches(db)).find(
      ({ firstName, lastName }) => `${firstName}-${lastName}`.toLowerCase().replace(/\s+/g, '-') === wanted,
    );
    return { data: coach ? { id: coach.id } : null };
  },
});
