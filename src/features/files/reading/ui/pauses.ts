/** The milliseconds for which work runs without a pause: one or two frames, so that the page stays responsive. */
const maxWorkTime = 25;

/** Returns a function to await between steps of long work; it yields to the page when the work has run for a while. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxWorkTime) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
