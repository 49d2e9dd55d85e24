import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillPaper, listPapers } from './papers/papers.ts';
import { readSource, root } from './sources.ts';

// The script of `npm run papers`: writes the generated parts of the German papers in docs/papers anew.

for (const paper of listPapers()) writeFileSync(join(root, paper), fillPaper(readSource(paper)));
