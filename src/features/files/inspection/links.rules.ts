/**
 * Whether a template, picture or object is on the web or on a network server, which a program that opens the document
 * would contact and send sign-in data to. A path on the writer's disk, which every CV based on a template contains, is
 * harmless, since Word does not find it on other computers.
 */
export function isForeign(target: string): boolean {
  const address = target.trim().toLowerCase();
  if (address === '' || /^(data:image\/|cid:|#)/.test(address)) return false;
  return !isLocalPath(address);
}

/** Whether an address starts a program or runs a script when clicked. */
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
  // Two slashes begin the name of a server; one slash begins a path on a Mac, and may precede a drive letter.
  return /^[\\/]?([a-z]:[\\/]?)?[^\\/:][^:]*$/.test(path);
}
