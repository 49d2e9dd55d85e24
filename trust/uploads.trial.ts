import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadFiles, uploadForParticipant } from '../src/files/contract.ts';
import { endingOf } from '../src/files/name.ts';
import { coachEndings, participantEndings } from '../src/files/rules.ts';
import { hostileFiles } from '../src/files/testdata/hostile.ts';
import { inDays, openWorld, type World } from '../src/server/testing.ts';
import { tell } from './figure.ts';

const documents = resolve(import.meta.dirname, '../src/files/testdata/documents');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type File = { name: string; bytes: Buffer };

/** Sends a file by itself, as a participant or as one of their coaches; answers whether it was taken. */
type Send = (file: File) => Promise<boolean>;

async function asParticipant(): Promise<Send> {
  const session = await world.signIn(await world.participant({ docx: false }));
  return async (file) => {
    const { body } = await world.send(uploadFiles, [{ field: `file_${session}_0`, ...file }]);
    return body.status === 'success';
  };
}

async function asCoach(): Promise<Send> {
  const participant = await world.participant({ docx: false });
  const coach = await world.coach();
  await world.appointment(coach, inDays(-2, '09:00'), { participant });
  const session = await world.signIn(coach);
  return async (file) => {
    const { body } = await world.send(uploadForParticipant, [{ field: `file_${session}_${participant}_0`, ...file }]);
    return body.status === 'success';
  };
}

const stored = async () => (await world.db.selectFrom('document').select('id').execute()).length;

const genuine = async (): Promise<File[]> => {
  const names = await readdir(documents);
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(documents, name)) })));
};

test.each([
  ['participant', asParticipant, participantEndings],
  ['coach', asCoach, coachEndings],
] as const)(
  'what a %s sends through the real call: all hostile files are refused, all genuine ones taken',
  async (who, as, endings) => {
    const before = await stored();
    const send = await as();
    const accepted: string[] = [];
    for (const file of hostileFiles)
      if (await send({ name: file.name, bytes: Buffer.from(file.bytes()) })) accepted.push(file.title);
    const kept = (await stored()) - before;
    tell({
      what: `Hostile files, sent by a ${who}`,
      result: `${hostileFiles.length - accepted.length} of ${hostileFiles.length} refused, ${kept} kept`,
      goal: 'all, 0',
      holds: accepted.length === 0 && kept === 0,
    });

    const files = (await genuine()).filter(({ name }) => endings.some((ending) => ending === endingOf(name)));
    const refused: string[] = [];
    let next = send;
    for (const [index, file] of files.entries()) {
      // Nobody may have more than 50.
      if (index % 40 === 39) next = await as();
      if (!(await next(file))) refused.push(file.name);
    }
    tell({
      what: `Genuine documents, sent by a ${who}`,
      result: `${files.length - refused.length} of ${files.length} taken`,
      goal: 'all',
      holds: refused.length === 0,
    });
    expect({ accepted, kept, refused }).toEqual({ accepted: [], kept: 0, refused: [] });
  },
);

test('looking into all of them keeps the memory flat', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trust-uploads-'));
  for (const [index, { name, bytes }] of hostileFiles.entries())
    await writeFile(join(folder, `hostile-${index}.${endingOf(name).replace(/[^a-z]/g, '')}`), bytes());
  for (const { name, bytes } of await genuine()) await writeFile(join(folder, `genuine-${name}`), bytes);
  const program = resolve(import.meta.dirname, 'inspect-memory.ts');
  const grown = Number(
    execFileSync(process.execPath, ['--import', 'tsx', '--expose-gc', program, folder], { encoding: 'utf8' }),
  );
  await rm(folder, { recursive: true });
  tell({
    what: 'Memory while hostile files are looked into',
    result: `+${grown} MB at most`,
    goal: '< +50 MB',
    holds: grown < 50,
  });
  expect(grown).toBeLessThan(50);
});
