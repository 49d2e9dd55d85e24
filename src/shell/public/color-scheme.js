// This script is a separate file, since the CSP allows no inline script. It blocks rendering, so that the colour scheme
// is set before the first paint.
//
// First, the Trusted Types policy, for browsers that support it. It allows text without markup, which the date field of
// MUI writes; XML, which is parsed into a document that is never shown and runs no script; and scripts from our own
// origin. It never allows text to be evaluated as code.
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => (sink === 'DOMParser parseFromString' || !/[<&]/.test(text) ? text : null),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
// Sets the chosen colour scheme, or the system's, before the first paint, so the wrong theme never flashes. theme.ts
// uses the same key and attribute.
(() => {
  const root = document.documentElement;
  let mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
    // A user who may be signed in must not see the sign-in button, even for a moment (base.css). session.ts uses the
    // same key.
    const maybeSignedIn = Boolean(localStorage.getItem('sessionId'));
    root.toggleAttribute('data-known', maybeSignedIn);
    // Coaches and admins (session.ts) have the menu at the side, unless they have hidden it (rail.ts). /logout signs
    // them out, so it starts without the menu.
    const maybeStaff = maybeSignedIn && location.pathname !== '/logout';
    root.toggleAttribute('data-staff', maybeStaff && localStorage.getItem('staff') === '1');
    // The view of the free slots (useSlotView.ts), which the server does not know.
    const slotView = localStorage.getItem('bookingView') ?? 'times';
    root.toggleAttribute('data-other-view', slotView !== 'times' && location.pathname === '/booking');
    root.toggleAttribute('data-rail-away', localStorage.getItem('railAway') === '1');
  } catch {
    // The browser may forbid storage; then the system's scheme applies.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
  // firstScreen.ts removes the attribute.
  root.setAttribute('data-starting', '');
})();
// Paper is white and browsers do not print backgrounds, so the page is always printed in the light scheme.
(() => {
  const root = document.documentElement;
  const printMedia = matchMedia('print');
  let screenScheme = null;
  const setPrinting = (printing) => {
    const isPrinting = screenScheme !== null;
    if (printing === isPrinting) return;
    const previousScheme = screenScheme;
    screenScheme = printing ? root.getAttribute('data-color-scheme') : null;
    root.setAttribute('data-color-scheme', previousScheme ?? 'light');
  };
  // Some browsers only fire the events, others only change the media query.
  addEventListener('beforeprint', () => setPrinting(true));
  addEventListener('afterprint', () => setPrinting(false));
  printMedia.addEventListener('change', () => setPrinting(printMedia.matches));
})();
/** Removes the busy mark from the clicked button of the prerendered page, and the loading notice. */
function clearBusyMark() {
  document.querySelector('.prerendered button[aria-busy="true"]')?.removeAttribute('aria-busy');
  document.querySelector('.prerendered .opening')?.remove();
}
// The page's first calls are sent while its code is loading, if a session is stored. api.ts uses the responses.
(() => {
  let sessionId = null;
  let isStaff = false;
  try {
    sessionId = localStorage.getItem('sessionId');
    isStaff = localStorage.getItem('staff') === '1';
  } catch {
    // The browser may forbid storage; then nobody is signed in.
  }
  const listedCalls = JSON.parse(document.querySelector('meta[name="first-calls"]')?.getAttribute('content') ?? '[]');
  globalThis.firstResponses = {};
  if (!sessionId) return;
  for (const [index, [path, input]] of listedCalls.entries()) {
    // The first call checks the session; the others are for participants.
    if (index > 0 && isStaff) continue;
    // What the address asks for may change the input of calls that have one.
    if (location.search && Object.keys(input).length > 0) continue;
    const body = JSON.stringify({ ...input, sessionId });
    const headers = { 'content-type': 'application/json' };
    const response = fetch(`/api/service/${path}.php`, { method: 'POST', headers, credentials: 'include', body });
    firstResponses[`${path} ${body}`] = response.catch(() => null);
  }
})();
// Every page is prerendered. Its scripts are requested only after the first paint, so that the markup has the
// connection to itself until then. A background tab never paints, so it requests them immediately.
(() => {
  const scripts = document.querySelector('meta[name="scripts"]')?.getAttribute('content')?.split(' ');
  if (!scripts) return;
  const loadScripts = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
      document.head.append(link);
    }
    import(scripts[0]).catch(showLoadFailure);
  };
  // If the scripts cannot be loaded, for example after an update, the prerendered page stays, with a message.
  const showLoadFailure = () => {
    clearBusyMark();
    const banner = document.createElement('div');
    banner.setAttribute('role', 'alert');
    Object.assign(banner, { className: 'lost', textContent: 'Diese Seite ist nicht ganz geladen. ' });
    const reloadButton = document.createElement('button');
    Object.assign(reloadButton, { className: 'reload', textContent: 'Neu laden', onclick: () => location.reload() });
    banner.append(reloadButton);
    document.body.append(banner);
  };
  if (document.hidden) loadScripts();
  else requestAnimationFrame(() => setTimeout(loadScripts));
})();
// A clicked button of the prerendered page is marked as busy. When the interactive page has replaced the prerendered
// one, resumePrerendered.ts clicks the counterpart of the button.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('.prerendered button');
  if (!button) return;
  const reloadButton = document.querySelector('.reload');
  if (reloadButton) return reloadButton.focus();
  clearBusyMark();
  button.setAttribute('aria-busy', 'true');
  const notice = document.createElement('output');
  notice.className = 'opening';
  notice.textContent = 'Lädt...';
  button.closest('.prerendered')?.append(notice);
});
