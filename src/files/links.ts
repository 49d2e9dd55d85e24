/**
 * Whether a template lies elsewhere than on the writer's own disk. Word notes it by its place there (every CV begun from
 * one of Word's templates), which nobody else's Word finds. A server's address, also as \\server\…, is what an attacker
 * needs. Targets are spoken in lower case here and below.
 */
export function isForeignTemplate(target: string): boolean {
  return target !== '' && !isLocalPath(target);
}

/** Whether a picture lies on a server of a network, whom a reader's program would offer its sign-in; the web is none. */
export function isForeignPicture(target: string): boolean {
  return /^(https?:\/\/|data:image\/|cid:)/.test(target) ? false : target !== '' && !isLocalPath(target);
}

/** Addresses that start programs or run script when they are followed, and servers of a network. */
export function isHarmfulLink(target: string): boolean {
  const harmful =
    /^(javascript|vbscript|data|mhtml|shell|mk|hcp|(ms-)?its|ms-(msdt|officecmd|appinstaller)|search-ms|vnd\.sun\.star\.\w+|macro):/;
  return harmful.test(target) || /^(file:)?[\\/]{2}(?!\/[^\\/])/.test(plain(target));
}

const plain = (target: string) => target.replaceAll('%5c', '\\').replaceAll('%2f', '/');

function isLocalPath(target: string): boolean {
  const path = plain(target.replace(/^file:\/\/(localhost)?\//, ''));
  return /^([a-z]:[\\/])?[^\\/:]+([\\/][^\\/:]+)*$/.test(path);
}
