/**
 * Whether the target of a template, picture or object is on the web or on a file server. Word and other programs
 * contact that server when they open the document, and may even send it sign-in data. Paths on the writer's own disk
 * are not remote: many CVs contain the path of their template, which other computers do not have.
 */
export function isRemote(target: string): boolean {
  const address = target.trim().toLowerCase();
  if (address === '' || /^(data:image\/|cid:|#)/.test(address)) return false;
  return !isLocalPath(address);
}

/** Whether a click on a link with this address starts a program or runs a script. */
export function isHarmfulLink(target: string): boolean {
  const harmfulSchemes =
    /^(javascript|vbscript|data|mhtml|shell|mk|hcp|(ms-)?its|ms-(msdt|officecmd|appinstaller)|search-ms|vnd\.sun\.star\.\w+|macro):/;
  return harmfulSchemes.test(target.trim().toLowerCase());
}

function isLocalPath(target: string): boolean {
  const path = target
    .replaceAll('%5c', '\\')
    .replaceAll('%2f', '/')
    .replace(/^file:(\/\/(localhost)?)?(?=\/)/, '');
  // Two slashes begin the name of a server. A single slash begins a path on a Mac, or precedes a drive letter.
  return /^[\\/]?([a-z]:[\\/]?)?[^\\/:][^:]*$/.test(path);
}
