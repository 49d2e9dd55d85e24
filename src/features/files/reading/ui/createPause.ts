/** The milliseconds for which work runs without a pause: the time of one or two frames on the screen. */
const maxWorkTime = 25;

/**
 * Returns a function to call and await between the steps of long work. The function pauses the work after every
 * `maxWorkTime`, so that the page stays responsive.
 */
export function createPause(): () => Promise<void> {
  let workingSince = performance.now();
  return async () => {
    if (performance.now() - workingSince < maxWorkTime) return;
    await new Promise((resolve) => setTimeout(resolve));
    workingSince = performance.now();
  };
}
