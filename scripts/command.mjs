// `npm run admin`, `backup`, …: installs and builds when needed, then runs the built program that the first argument names.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, 'dist', 'server', `${name}.js`)).href);
