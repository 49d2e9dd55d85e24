/** How long work goes on without a pause, in milliseconds: one frame or two, so that the page answers meanwhile. */
const longest = 25;

/** A function to be awaited between steps of long work: it lets the page answer whenever the work has taken a while. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
