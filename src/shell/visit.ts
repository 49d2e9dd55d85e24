import { tracking } from '../dashboard/contract.ts';
import { ask } from './api.ts';

/** Tells the provider once what this browser is like (spec §7); it is counted, not kept, and may fail silently. */
export function reportVisit(): void {
  void ask(tracking, {
    userAgent: navigator.userAgent.slice(0, 1000),
    userLanguage: navigator.language,
    screenWidth: screen.width,
    screenHeight: screen.height,
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
  }).catch(() => {});
}
