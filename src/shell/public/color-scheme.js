// In a separate file, since the CSP allows no inline script; blocking, so that the colour scheme is set before the
// first pixel.
//
// First of all, what may become markup or a script of this page (Trusted Types, where the browser supports them): text
// without markup, which the library's date field writes; XML, which is parsed into a document that is never shown and
// runs nothing; scripts from our own origin; never code from text.
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => (sink === 'DOMParser parseFromString' || !/[<&]/.test(text) ? text : null),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
// Sets the chosen colour scheme, or the system's, before the first paint, so that the wrong theme never flashes.
// Key and attribute are those of theme.ts.
(() => {
  const root = document.documentElement;
  let mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
    // Somebody who may be signed in must not see the sign-in button for a moment (base.css). The key is session.ts's.
    const known = Boolean(localStorage.getItem('sessionId'));
    root.toggleAttribute('data-known', known);
    // The frame of coaches and admins (session.ts), with the menu at the side unless they have hidden it (rail.ts).
    root.toggleAttribute('data-staff', known && localStorage.getItem('staff') === '1');
    root.toggleAttribute('data-rail-away', localStorage.getItem('railAway') === '1');
  } catch {
    // Storage can be forbidden; then the system's scheme applies.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
  // Until firstScreen.ts removes it.
  root.setAttribute('data-starting', '');
})();
// Paper is white and browsers do not print backgrounds: the page is printed in the light scheme, whatever the screen
// shows.
(() => {
  const root = document.documentElement;
  const paper = matchMedia('print');
  let ofScreen = null;
  const become = (printing) => {
    if (printing === (ofScreen !== null)) return;
    const shown = ofScreen;
    ofScreen = printing ? root.getAttribute('data-color-scheme') : null;
    root.setAttribute('data-color-scheme', shown ?? 'light');
  };
  // Not every browser reports printing in both ways.
  addEventListener('beforeprint', () => become(true));
  addEventListener('afterprint', () => become(false));
  paper.addEventListener('change', () => become(paper.matches));
})();
/** Takes the mark off the button of the prerendered page that was clicked. */
function release() {
  document.querySelector('.prerendered button[aria-busy="true"]')?.removeAttribute('aria-busy');
  document.querySelector('.prerendered .opening')?.remove();
}
// Every page is prerendered. Its scripts are requested only once that markup is on the screen, so that the markup has
// the connection to itself until then. A background tab never paints, so it does not wait.
(() => {
  const scripts = document.querySelector('meta[name="scripts"]')?.getAttribute('content')?.split(' ');
  if (!scripts) return;
  const run = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
      document.head.append(link);
    }
    import(scripts[0]).catch(unloaded);
  };
  // The scripts are missing, as after an update, or the connection is: the prerendered page stays and says so.
  const unloaded = () => {
    release();
    const strip = document.createElement('div');
    strip.setAttribute('role', 'alert');
    Object.assign(strip, { className: 'lost', textContent: 'Diese Seite ist nicht ganz geladen. ' });
    const again = document.createElement('button');
    Object.assign(again, { className: 'reload', textContent: 'Neu laden', onclick: () => location.reload() });
    strip.append(again);
    document.body.append(strip);
  };
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
})();
// Until the interactive page is there, a clicked button of the prerendered one is marked as busy; resumePrerendered.ts
// then clicks its counterpart.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('.prerendered button');
  if (!button) return;
  const again = document.querySelector('.reload');
  if (again) return again.focus();
  release();
  button.setAttribute('aria-busy', 'true');
  const sign = document.createElement('output');
  sign.className = 'opening';
  sign.textContent = 'Lädt...';
  button.closest('.prerendered')?.append(sign);
});
