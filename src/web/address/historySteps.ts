/** What runs at each step back or forward in the history, before the router learns of the step. */
export const historySteps: { beforeRouter?: (event: PopStateEvent) => void } = {};

/**
 * Calls `historySteps.beforeRouter` at each step. The window calls its listeners in the order in which they were added,
 * so this must be called before the router is created.
 */
export function watchHistorySteps(): void {
  addEventListener('popstate', (event) => historySteps.beforeRouter?.(event));
}
