import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

/** The browser's part: `vite build` writes dist/web; `npm run dev` serves it with the server's API behind it. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), precompress()],
  server: { port: 5173, strictPort: true, proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows no inline script and no data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Lazily loaded pages may be large; npm run bench holds the budgets.
    chunkSizeWarningLimit: 1000,
    // The compressed sizes are on disk beside the files.
    reportCompressedSize: false,
  },
});
