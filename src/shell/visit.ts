import { countVisit } from '../features/dashboard/contract.ts';
import { callApi } from '../web/calls/api.ts';

/** The maximum length of `userAgent` in the call. */
const maxUserAgentLength = 1000;

/**
 * Reports this browser's properties (reference 10.4), which the server only counts. A failure is ignored.
 */
export function reportVisit(): void {
  void callApi(countVisit, {
    userAgent: navigator.userAgent.slice(0, maxUserAgentLength),
    userLanguage: navigator.language,
    screenWidth: screen.width,
    screenHeight: screen.height,
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
  }).catch(() => {});
}
