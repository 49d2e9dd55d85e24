// `npm run admin`: installs and builds when needed, then makes, lists or disables accounts of admins.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
await import(pathToFileURL(join(root, 'dist', 'server', 'admin.js')).href);
