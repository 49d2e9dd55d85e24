import { keepForOffline } from './offline/keepForOffline.ts';
import { reportVisit } from './visit.ts';

/** Starts what nobody waits for, once the first screen is done. */
export function startBackgroundWork(): void {
  reportVisit();
  keepForOffline();
}
