import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Tx } from '../../src/platform/database/db.ts';
import { createStoreKey, type FileStore } from '../../src/platform/storage/store.ts';
import { writeCv } from './cv.ts';
import type { DemoParticipant } from './people.ts';
import type { WordDocument } from './word.ts';

/** The participants who have uploaded a CV, and the coach who has returned the CV of the first one. */
interface DocumentCast {
  owners: { id: number; person: DemoParticipant }[];
  coach: number;
}

const hour = 3_600_000;

/** Adds the CVs of participants, and the first one with a coach's changes and comments as its answer (reference 10.12). */
export async function addDocuments(
  tx: Tx,
  store: Pick<FileStore, 'put'>,
  now: Date,
  { owners, coach }: DocumentCast,
): Promise<void> {
  const { full_name } = await tx
    .selectFrom('person')
    .select('full_name')
    .where('id', '=', coach)
    .executeTakeFirstOrThrow();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hour);
  const buildRow = async ({ id }: { id: number }, name: string, cv: WordDocument) => {
    const store_key = createStoreKey();
    await store.put(store_key, Readable.from([cv.bytes]));
    return {
      participant_id: id,
      name,
      ending: 'docx',
      size: cv.bytes.length,
      sha256: createHash('sha256').update(cv.bytes).digest(),
      store_key,
      insertions: cv.insertions,
      deletions: cv.deletions,
      comments: cv.comments,
      markup_counted: true,
    };
  };
  const cvs = await Promise.all(
    owners.map(async (owner, index) => ({
      ...(await buildRow(owner, 'Lebenslauf.docx', await writeCv(owner.person))),
      uploaded_by: owner.id,
      by_coach: false,
      ...(index === 0 && { state: 'returned', uploaded_at: hoursAgo(72) }),
    })),
  );
  const [answered] = await tx.insertInto('document').values(cvs).returning('id').execute();
  const [owner] = owners;
  if (!owner || !answered) return;
  const returnedCv = await writeCv(owner.person, { name: full_name, at: hoursAgo(25) });
  await tx
    .insertInto('document')
    .values({
      ...(await buildRow(owner, 'Lebenslauf mit Anmerkungen.docx', returnedCv)),
      uploaded_by: coach,
      by_coach: true,
      answers: answered.id,
      uploaded_at: hoursAgo(24),
    })
    .execute();
}
