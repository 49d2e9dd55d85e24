// Before anything else: what may become markup or a script of this page (Trusted Types, where the browser has them). Text
// without markup may, which is all that the library's date field writes; a script only if it is one of ours; code from
// text never.
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/[<&]/.test(text) ? null : text),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
// Runs before the first paint: writes the chosen or the system's colour scheme to the page, so that no wrong theme
// flashes. Key and attribute are those of theme.ts.
(() => {
  const root = document.documentElement;
  let mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
    // Whoever may be signed in is not shown the way in for a moment (base.css); the key is that of session.ts.
    root.toggleAttribute('data-known', Boolean(localStorage.getItem('sessionId')));
  } catch {
    // Storage can be forbidden; then the system's choice holds.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
  // Until settled.ts takes it away.
  root.setAttribute('data-starting', '');
})();
// Paper is white, and browsers leave grounds out: it is printed in the light scheme, whatever the screen has.
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
  // Not every browser tells of printing in both ways.
  addEventListener('beforeprint', () => become(true));
  addEventListener('afterprint', () => become(false));
  paper.addEventListener('change', () => become(paper.matches));
})();
// Every page comes drawn: its scripts are asked for once the drawing is on the screen, which has the connection to itself
// until then. A tab in the background paints nothing.
(() => {
  const scripts = document.querySelector('meta[name="scripts"]')?.getAttribute('content')?.split(' ');
  if (!scripts) return;
  const run = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
      document.head.append(link);
    }
    void import(scripts[0]);
  };
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
})();
// Until the living page is there a button of the drawing keeps that it was pressed and shows it; drawing.ts does it then.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('.door button');
  if (!button) return;
  document.querySelector('.door button[aria-busy="true"]')?.removeAttribute('aria-busy');
  document.querySelector('.door .opening')?.remove();
  button.setAttribute('aria-busy', 'true');
  const sign = document.createElement('output');
  sign.className = 'opening';
  sign.textContent = 'Lädt...';
  button.closest('.door')?.append(sign);
});
