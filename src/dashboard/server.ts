import { serve } from '../server/handler.ts';
import { Refused } from '../server/refusal.ts';
import * as contract from './contract.ts';
import { countedText, networkOf } from './rules.ts';
import * as sql from './sql.ts';

/** Handlers of the provider's figures. */
export const served = serve(contract, {
  async tracking({ input, app, db, address }) {
    try {
      await app.throttle.attempt('trackingOfAddress', address);
    } catch (error) {
      // A visitor has nothing to do with it: beyond the limit nothing is counted.
      if (error instanceof Refused) return {};
      throw error;
    }
    await sql.countVisit(db, app.clock, {
      ipAddress: networkOf(address),
      screenWidth: String(input.screenWidth),
      screenHeight: String(input.screenHeight),
      viewportWidth: String(input.viewportWidth),
      viewportHeight: String(input.viewportHeight),
      userLanguage: countedText(input.userLanguage),
      userAgent: countedText(input.userAgent),
    });
    return {};
  },
});
