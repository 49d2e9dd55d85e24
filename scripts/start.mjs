// `npm start`: installs and builds if needed, then runs the server in the same process. This way, signals and the exit
// code need no forwarding, and a kill leaves no second process behind.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare('run');
const main = join(root, 'dist', 'server', 'main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
