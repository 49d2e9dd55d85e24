import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadingTask } from '../../src/features/files/inspection/inspector-process.adapter.ts';
import { openInspectors } from '../../src/features/files/inspection/inspectors.adapter.ts';
import {
  craftChange,
  craftDeletedRun,
  craftParagraph,
  craftRun,
  craftWord,
} from '../../src/features/files/testdata/word.ts';
import { bundleProgram } from '../support/bundle.ts';
import { recordFigure, scaledCount } from './figure.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-reading-'));
  program = await bundleProgram(
    resolve(import.meta.dirname, '../../src/features/files/inspection/inspector-process.adapter.ts'),
  );
});
afterAll(async () => {
  for (const path of [folder, dirname(program)]) await rm(path, { recursive: true });
});

const sentences = [
  'In meiner letzten Stelle habe ich die Kasse geführt und neue Kolleginnen eingearbeitet.',
  'Seit 2019 arbeite ich im Verkauf, zuerst in Bonn und danach in Köln.',
  'Besonders gern berate ich Kundinnen und Kunden, die etwas Bestimmtes suchen.',
  'Zu meinen Aufgaben gehörten der Einkauf, die Planung der Schichten und die Inventur.',
  'Über eine Einladung zu einem Gespräch würde ich mich sehr freuen.',
];
const paragraphsPerPage = 10;
const format = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="22"/><w:lang w:val="de-DE"/>';

/**
 * Crafts a docx of this many pages with about 3,200 characters each, in runs of a few words as Word writes them. Each
 * paragraph has a tracked change. In the edited version, other words are in every third paragraph.
 */
function craftPages(pages: number, version: 'first' | 'edited'): Buffer {
  const craftOne = (index: number) => {
    const isEdited = version === 'edited' && index % 3 === 0;
    const words = [0, 1, 2, 3].flatMap((at) => (sentences[(index + at) % sentences.length] ?? '').split(' '));
    const runs: string[] = [craftRun(`${index}. `, format)];
    for (let at = 0; at < words.length; at += 4)
      runs.push(craftRun(`${isEdited && at === 8 ? 'inzwischen ' : ''}${words.slice(at, at + 4).join(' ')} `, format));
    const change = craftChange('ins', craftRun('gern ', format)) + craftChange('del', craftDeletedRun('nur '));
    return craftParagraph(
      `${runs.slice(0, 3).join('')}${change}${runs.slice(3).join('')}`,
      '<w:spacing w:after="120"/>',
    );
  };
  return craftWord(Array.from({ length: pages * paragraphsPerPage }, (_, index) => craftOne(index)).join(''));
}

/** Returns the greatest memory that a process started by this one has used, in megabytes. */
function readPeakMegabytes(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const peaks = children.map((pid) => /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.round(Math.max(...peaks.map(Number)) / 1024);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

test.each([
  { pages: 1, maxMs: 2000, refusals: [] },
  { pages: 20, maxMs: 2000, refusals: [] },
  { pages: 200, maxMs: 10_000, refusals: ['comparison tooLong'] },
])('a Word document is read in time, pages: $pages', async ({ pages, maxMs, refusals }) => {
  const [path, otherPath, copyTo] = [join(folder, 'first'), join(folder, 'edited'), join(folder, 'copy')];
  await writeFile(path, craftPages(pages, 'first'));
  await writeFile(otherPath, craftPages(pages, 'edited'));
  const tasks: ReadingTask[] = [
    { what: 'counts', path },
    { what: 'markup', path },
    { what: 'comparison', path, extension: 'docx', otherPath, otherExtension: 'docx' },
    { what: 'cleanCopy', path, copyTo },
  ];
  const inspectors = openInspectors({ program, temporaryFolder: folder, onLost: () => {} });
  try {
    const results: string[] = [];
    const medians: number[] = [];
    const refused = new Set<string>();
    for (const task of tasks) {
      const durations: number[] = [];
      for (let round = 0; round < scaledCount(5); round++) {
        const start = performance.now();
        const reading = await inspectors.read(1, task, new AbortController().signal);
        durations.push(performance.now() - start);
        if (!reading.ok) refused.add(`${task.what} ${reading.reason}`);
        else
          for (const fault of ['tooLong', 'unreadable'])
            if (typeof reading.result === 'object' && fault in reading.result) refused.add(`${task.what} ${fault}`);
      }
      medians.push(median(durations));
      results.push(`${task.what} ${Math.round(median(durations))} ms`);
    }
    const isMet = medians.every((ms) => ms <= maxMs) && [...refused].join() === refusals.join();
    recordFigure({
      subject: `Reading a Word document in a sandbox: ${pages === 1 ? 'a page' : `${pages} pages`}`,
      result:
        `${results.join(', ')}, each the median of ${scaledCount(5)}; at most ${readPeakMegabytes()} MB; ` +
        `refused: ${[...refused].join() || 'none'}`,
      goal: `≤ ${maxMs / 1000} s each; refused: ${refusals.join() || 'none'}`,
      isMet,
    });
    expect(isMet).toBe(true);
  } finally {
    await inspectors.close();
    await rm(copyTo, { force: true });
  }
});
