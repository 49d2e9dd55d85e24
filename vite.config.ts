import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prerender } from './scripts/prerender.ts';
import { font } from './scripts/font.ts';
import { pdfReader } from './scripts/pdf-reader.ts';
import { precompress } from './scripts/precompress.ts';
import { preload } from './scripts/preload.ts';

/** Keeps the host that the browser requested, because the server refuses calls from pages of other hosts. */
const proxyToServer = { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false };

/** The shared chunks: what the first paint needs and what most pages use. Everything else is loaded with its page. */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  {
    name: 'pieces',
    priority: 1,
    test: new RegExp(
      [
        '/@mui/material/(Button|Card|Paper)/',
        // Infinite lists: in this chunk, the first bookable cards need no extra request for them.
        '/@tanstack/.*[iI]nfinite',
        '/src/web/ui/\\w+/(BusyButton|DayHeading|ErrorNotice|MoreButton|Notice|TextLink)\\.',
        // Many of them only re-export a helper. In the `fields` chunk, they would make a checkbox load all of it.
        '/@mui/material/utils/',
        // As separate chunks, they would be mostly overhead.
        '/@mui/utils/visuallyHidden/|/@mui/x-internals/formatErrorMessage/|/@base-ui/utils/formatErrorMessage|/getThemeProps\\.',
        // Without csv.ts and states.ts, which few pages need.
        '/src/(shared/(?!csv|states)|features/booking/(contract|rules|ui/(CoachingLink|CoachName|SlotTime))\\.)',
        '/src/shell/ParticipantNav\\.',
      ].join('|'),
    ),
  },
  {
    // What most pages share, except the page on which people book.
    name: 'more',
    priority: 1,
    test: new RegExp(
      [
        '/@mui/material/(FormControlLabel|IconButton|Link|Switch|internal/SwitchBase)',
        // The parts of the fields that switches need; otherwise a switch would load all of the fields.
        '/@mui/material/FormControl/(FormControlContext|formControlState|useFormControl)',
        '/src/web/ui/\\w+/(EmailLink|EmptyState|Fact|Picture)\\.',
      ].join('|'),
    ),
  },
  { name: 'dialogs', test: /\/@mui\/material\/(Dialog\w*|Modal)\//, priority: 1 },
  {
    // What text fields need, without the menu of the select fields.
    name: 'inputs',
    priority: 1,
    test: /\/@mui\/material\/(FormControl|FormHelperText|FormLabel|InputBase|InputLabel|NotchedOutline|OutlinedInput)\//,
  },
  { name: 'fields', test: /\/@mui\/material\/(Menu|TextField)\// },
];

/**
 * The calendar's library is written in Svelte and compiled here: into code that creates elements one by one, since
 * the content security policy lets no text become markup (docs/decisions/0041).
 */
const calendarLibrary = svelte({
  configFile: false,
  compilerOptions: { fragments: 'tree' },
});

/** The browser's build: `vite build` writes dist/web; `npm run dev` serves it with the server's API behind it. */
export default defineConfig({
  root: 'src/shell',
  plugins: [react(), calendarLibrary, font(), pdfReader(), preload(), prerender(), precompress()],
  server: {
    port: Number(process.env['DEV_PORT'] || 5173),
    strictPort: true,
    // '/api/' and not '/api', which would match our own api.ts.
    proxy: {
      '/api/': proxyToServer,
      '/chat-frame': proxyToServer,
      '/kalender/': proxyToServer,
      '/healthz': proxyToServer,
      '/readyz': proxyToServer,
      '/.well-known/': proxyToServer,
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows no inline script and no data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
    // Lazily loaded pages may be large; npm run size holds the budgets.
    chunkSizeWarningLimit: 1000,
    // The compressed files are on disk.
    reportCompressedSize: false,
  },
});
