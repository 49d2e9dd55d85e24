import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callSummaries } from './scripts/call-summaries.ts';
import { prerender } from './scripts/prerender.ts';
import { offline } from './scripts/offline.ts';
import { pdfReader } from './scripts/pdf-reader.ts';
import { precompress } from './scripts/precompress.ts';
import { preload } from './scripts/preload.ts';

/** Requests keep the `Host` that the browser sent, because the server refuses calls from pages of other hosts. */
const proxyToServer = { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false };

/**
 * The chunks of code that pages share: the code for the first paint, and the code that most pages use. All other code
 * is loaded together with the page that needs it.
 */
const sharedChunks = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  {
    name: 'pieces',
    priority: 1,
    test: new RegExp(
      [
        '/@mui/material/(Button|Card|Paper)/',
        // The code of infinite lists is here, so that the first bookable cards need no additional request for it.
        '/@tanstack/.*[iI]nfinite',
        '/src/web/ui/\\w+/(BusyButton|DayHeading|ErrorNotice|MoreButton|Notice|PlainSwitch|TextLink|visuallyHidden)\\.',
        // Many of these files only re-export a helper. In the `fields` chunk, a checkbox would need that whole chunk.
        '/@mui/material/utils/',
        // These files are too small for separate chunks.
        '/@mui/utils/visuallyHidden/|/@mui/x-internals/formatErrorMessage/',
        '/@base-ui/utils/formatErrorMessage|/getThemeProps\\.',
        // Only a few pages need these files, so they are excluded.
        '/src/shared/(?!csv|neighbour-range|states)',
        '/src/features/booking/(contract|rules|ui/(CoachingLink|CoachName|SlotTime|useOpenOffers))\\.',
        '/src/features/waiting/(contract|rules)\\.',
        '/src/web/(address/filterChange|calls/(firstAnswers|useSubmit)|clock|useLatest)\\.',
        '/src/shell/ParticipantNav\\.|/@mui/icons-material/TuneOutlined\\.',
      ].join('|'),
    ),
  },
  {
    // The code that most pages need, but not the page on which participants book.
    name: 'more',
    priority: 1,
    test: new RegExp(
      [
        '/@mui/material/(FormControlLabel|IconButton|Link|internal/SwitchBase)',
        // The parts of form fields that a checkbox needs. Otherwise a checkbox would need the whole `fields` chunk.
        '/@mui/material/FormControl/(FormControlContext|formControlState|useFormControl)',
        '/src/web/ui/\\w+/(Consequence|EmailLink|EmptyState|Fact|PhoneLink|Picture)\\.',
      ].join('|'),
    ),
  },
  { name: 'dialogs', test: /\/@mui\/material\/(Dialog\w*|Modal)\//, priority: 1 },
  {
    // The code that text fields need. The menu of select fields is in the `fields` chunk.
    name: 'inputs',
    priority: 1,
    test: /\/@mui\/material\/(Form(Control|HelperText|Label)|InputBase|InputLabel|NotchedOutline|OutlinedInput)\//,
  },
  // These are too small for separate chunks, and pages with lists need most of them.
  { name: 'paths', test: /\/(dailyPlanPath|reschedulePath|searchAddress)\./, priority: 1 },
  { name: 'icons', test: /\/icons-material\/(Chevron|Close|Download|KeyboardArrow|Today)/, priority: 1 },
  { name: 'fields', test: /\/@mui\/material\/(Menu|TextField)\// },
];

/**
 * Compiles the calendar's library, which is written in Svelte. With `fragments: 'tree'`, the library creates elements
 * one by one, because the content security policy does not allow creating elements from HTML text
 * (docs/decisions/0041).
 */
const calendarLibrary = svelte({
  configFile: false,
  compilerOptions: { fragments: 'tree' },
});

/**
 * Builds the browser's code. `vite build` writes the code to dist/web. `npm run dev` serves the code and forwards calls
 * to the server.
 */
export default defineConfig({
  root: 'src/shell',
  plugins: [react(), calendarLibrary, callSummaries(), pdfReader(), preload(), prerender(), offline(), precompress()],
  server: {
    port: Number(process.env['DEV_PORT'] || 5173),
    strictPort: true,
    // The first path is '/api/', because '/api' would also match the source file api.ts.
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
    // Read and removed by scripts/licences.mjs.
    license: { fileName: '.vite/licences.json' },
    emptyOutDir: true,
    // The content security policy allows no inline script and no data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
    // Pages that are loaded on demand may be large. `npm run size` checks the limits.
    chunkSizeWarningLimit: 1000,
    // The build writes compressed files, so their sizes can be seen in the folder.
    reportCompressedSize: false,
  },
});
