/**
 * What the identity provider’s answer has put into the address, `#sso=…` or `#sso-error=…`, without the #; '' if there
 * is nothing. It is taken out of the address before anything reads, shows or stores the address.
 */
export const signInReturn = takeFragment();

function takeFragment(): string {
  const hash = globalThis.location?.hash ?? '';
  if (!hash.startsWith('#sso')) return '';
  history.replaceState(null, '', location.pathname + location.search);
  return hash.slice(1);
}
