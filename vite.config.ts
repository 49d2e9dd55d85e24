import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { door } from './scripts/door.ts';
import { font } from './scripts/font.ts';
import { leaveOut } from './scripts/left-out.ts';
import { precompress } from './scripts/precompress.ts';
import { preload } from './scripts/preload.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** Few files: what the first paint needs, and what most pages share. Each of the others comes with the page it is for. */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  {
    name: 'pieces',
    priority: 1,
    test: new RegExp(
      [
        '/@mui/material/(Alert|Button|Card|CircularProgress|FormControlLabel|IconButton|Link|Paper|Switch)/',
        // Lists that are asked for page by page: the first bookable cards pay no request for it.
        '/@tanstack/.*[iI]nfinite',
        '/src/web/ui/(BusyButton|DayHeading|EmptyState|ErrorNotice|Fact|MoreButton|Notice|Picture)\\.',
        // Many of them only pass a helper on: in the chunk of the fields they would bring all of it to a checkbox.
        '/@mui/material/utils/',
        // As files of their own they would be mostly packaging.
        '/@mui/utils/visuallyHidden/|/@mui/x-internals/formatErrorMessage/|/@base-ui/utils/formatErrorMessage|/getThemeProps\\.',
        // CSV is written by few pages.
        '/src/(shared/(?!csv)|(booking/(contract|rules)|files/contract)\\.|booking/ui/CoachingLink\\.)',
      ].join('|'),
    ),
  },
  { name: 'dialogs', test: /\/@mui\/material\/(Dialog\w*|Modal)\//, priority: 1 },
  { name: 'fields', test: /\/@mui\/material\/(Menu|TextField)\// },
];

/** The browser's part: `vite build` writes dist/web; `npm run dev` serves it with the server's API behind it. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), font(), leaveOut(), preload(), door(), precompress()],
  server: {
    port: Number(process.env['DEV_PORT'] || 5173),
    strictPort: true,
    // '/api/' and not '/api', which would take our own api.ts away.
    proxy: {
      '/api/': api,
      '/chat-frame': api,
      '/kalender/': api,
      '/healthz': api,
      '/readyz': api,
      '/.well-known/': api,
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
    // The compressed sizes are on disk beside the files.
    reportCompressedSize: false,
  },
});
