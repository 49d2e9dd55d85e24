import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadFile, getFiles, uploadFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
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
