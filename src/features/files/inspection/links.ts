/**
 * Whether a template, picture or object lies somewhere else than on the writer's own disk: on the web or on a server of a
 * network, which a reader's program would ask for it, sign-in offered. Word notes templates by their place on the
 * writer's disk (every CV begun from one), which nobody else's Word finds.
 */
export function isForeign(target: string): boolean {
  const address = target.trim().toLowerCase();
  if (address === '' || /^(data:image\/|cid:|#)/.test(address)) return false;
  return !isLocalPath(address);
}

/** Addresses that start programs or run script when they are followed. */
export function isHarmfulLink(target: string): boolean {
  const harmful =
    /^(javascript|vbscript|data|mhtml|shell|mk|hcp|(ms-)?its|ms-(msdt|officecmd|appinstaller)|search-ms|vnd\.sun\.star\.\w+|macro):/;
  return harmful.test(target.trim().toLowerCase());
}

function isLocalPath(target: string): boolean {
  const path = target
    .replaceAll('%5c', '\\')
    .replaceAll('%2f', '/')
    .replace(/^file:(\/\/(localhost)?)?(?=\/)/, '');
  // Two slashes begin the name of a server; one is the disk of a Mac, and may stand before a drive's letter.
  return /^[\\/]?([a-z]:[\\/]?)?[^\\/:][^:]*$/.test(path);
}
