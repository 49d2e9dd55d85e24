// Runs before the first paint: writes the chosen or the system's colour scheme to the page, so that no wrong theme
// flashes. Key and attribute are those of theme.ts.
(() => {
  let mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
  } catch {
    // Storage can be forbidden; then the system's choice holds.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
})();
// The start page's code comes beside the entry and not after it.
(() => {
  if (location.pathname !== '/') return;
  const parts = document.querySelector('meta[name="start-page"]')?.getAttribute('content') ?? '';
  for (const href of parts.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
})();
