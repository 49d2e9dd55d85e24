/** What the identity provider’s answer has put into the address: `#sso=…` or `#sso-error=…`; '' if there is nothing. */
let fragment = takeFragment();

/** Takes the answer out of the address before anything reads, shows or stores the address. */
function takeFragment(): string {
  if (typeof location === 'undefined' || !location.hash.startsWith('#sso')) return '';
  const { hash, pathname, search } = location;
  history.replaceState(null, '', pathname + search);
  return hash.slice(1);
}

/** Whether the browser has just come back from the identity provider, and nobody has read the answer yet. */
export const hasSignInReturn = () => fragment !== '';

/** Returns the answer, once. */
export function takeSignInReturn(): URLSearchParams {
  const taken = new URLSearchParams(fragment);
  fragment = '';
  return taken;
}
