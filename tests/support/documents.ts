import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { downloadFile, getFiles, uploadFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { createStoreKey } from '../../src/platform/storage/store.ts';
import { root } from './sources.ts';
import type { World } from './world.ts';

/** A file to upload: its name and its bytes. */
export type NamedFile = [name: string, bytes: Buffer];

/** Reads a docx file with one paragraph from the test data. */
export const readDocx = (): Promise<Buffer> =>
  readFile(join(root, 'src/features/files/testdata/documents/single-paragraph.docx'));

/** The smallest PDF file that the portal accepts. */
export const minimalPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
);

/** Creates a participant without documents and signs them in. */
export async function addSignedInParticipant(world: World): Promise<{ id: number; session: string }> {
  const id = await world.addParticipant({ hasCv: false });
  return { id, session: await world.signIn(id) };
}

/** Uploads files as the participant of a session; returns the response. */
export const upload = (world: World, session: string, ...files: NamedFile[]) =>
  world.send(
    uploadFiles,
    files.map(([name, bytes], index) => ({ field: `file_${session}_${index}`, name, bytes })),
  );

/**
 * Stores a document as an earlier version of the portal did: without inspecting it, and without counting its tracked
 * changes. Returns the document's id.
 */
export async function storeDocument(
  world: World,
  participantId: number,
  bytes: Buffer,
  options: Parameters<World['addDocument']>[1] = {},
): Promise<number> {
  const id = await world.addDocument(participantId, options);
  const storeKey = createStoreKey();
  await world.app.store.put(storeKey, Readable.from([bytes]));
  const sha256 = createHash('sha256').update(bytes).digest();
  await world.db.updateTable('document').set({ store_key: storeKey, sha256 }).where('id', '=', id).execute();
  return id;
}

/** Lists the documents of a participant, by default of the session's person; returns the body of the response. */
export const listDocuments = async (world: World, session: string, participantId?: number) =>
  (await world.call(getFiles, session, participantId ? { participantId } : {})).body;

/** Downloads a document with the session of a person who may read it. */
export async function download(
  world: World,
  session: string,
  fileId: number,
): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(world.address + servicePath(downloadFile), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: session, fileId }),
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
