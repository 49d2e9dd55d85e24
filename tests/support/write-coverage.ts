import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageFile, renderCoveragePage, readSections, findTaggedTests } from './reference.ts';
import { root } from './sources.ts';

// The script of `npm run coverage`: writes the page that lists the tests of each section of the reference. It does not
// measure which lines of code the tests run.

writeFileSync(join(root, coverageFile), renderCoveragePage(readSections(), findTaggedTests()));
