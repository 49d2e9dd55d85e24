import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspectFile } from '../src/files/inspect.ts';

// A process of its own that looks into every file of the folder given: prints by how many megabytes its memory grew at most.
const [folder = ''] = process.argv.slice(2);
const allowed = ['doc', 'docx', 'odt', 'pdf'] as const;
const paths = readdirSync(folder).map((name) => join(folder, name));
const look = (path: string) => inspectFile({ name: path, path, allowed });
for (const path of paths.filter((each) => each.includes('genuine'))) await look(path);
global.gc?.();
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
for (const path of paths) {
  await look(path);
  most = Math.max(most, process.memoryUsage.rss());
}
clearInterval(watch);
console.log(Math.round((most - before) / 1_000_000));
