/** How long work runs without a pause, in milliseconds: one or two frames, so that the page stays responsive. */
const longest = 25;

/** A function to await between steps of long work: it yields to the page whenever the work has run for a while. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
