import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { sharedRefusals } from '../shared/call.ts';
import type { IncomingFile } from './handler.ts';
import { Refused } from './refusal.ts';

/** A multipart body whose first part has arrived: the session is known before a byte of content is read. */
export interface Upload {
  /** From the first part's field name, '' where it holds none. */
  sessionId: string;
  files: AsyncIterable<IncomingFile>;
  /** The text parts by name, the session id and what follows it cut off; complete once `files` are read to their end. */
  fields: ReadonlyMap<string, string>;
  /** Fires when the caller hangs up before the answer is out. */
  signal: AbortSignal;
  /** Reads and drops what the handler left unread. */
  drain: () => Promise<void>;
}

/**
 * Field names hold the 64 hex characters of the session id and then numbers, whatever stands between (contract §7).
 */
export function readFieldName(name: string): { sessionId: string; numbers: number[] } {
  // The 'e' of a leading 'file' is a hex character, too.
  const match = /(?:^|[^0-9a-f]|file)([0-9a-f]{64})/.exec(name);
  if (!match?.[1]) return { sessionId: '', numbers: [] };
  const rest = name.slice(match.index + match[0].length);
  return { sessionId: match[1], numbers: (rest.match(/\d{1,15}/g) ?? []).map(Number) };
}

/** What whoever reads a part of an upload is told when its caller has gone. */
class HungUp extends Error {}

/** Whether an error says that a multipart body breaks off or has no boundary: the parser tells that by its words alone. */
export function breaksOff(error: unknown): boolean {
  if (error instanceof HungUp) return true;
  return error instanceof Error && /of multipart data$|^Multipart: Boundary not found$/.test(error.message);
}

/** Opens a multipart body. `maxBytes` caps one request; beyond it, and beyond 60 files, the answer is 413. */
export async function readFiles(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new Refused(415, 'invalidRequest', sharedRefusals.invalidRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const hungUp = new AbortController();
  let current: Readable | undefined;
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    hungUp.abort();
    current?.destroy(new HungUp());
  });
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: 60, fields: 10, parts: 70, fieldSize: 1000, fieldNameSize: 300 },
  });
  const first = await parts.next();
  const { sessionId } = readFieldName(first.done ? '' : first.value.fieldname);

  let total = 0;
  const fields = new Map<string, string>();
  async function* files(): AsyncGenerator<IncomingFile> {
    for (let part = first; !part.done; part = await parts.next()) {
      if (part.value.type !== 'file') {
        fields.set(part.value.fieldname.replace(/_?[0-9a-f]{64}.*$/, ''), String(part.value.value));
        continue;
      }
      current = part.value.file;
      yield { name: part.value.filename, numbers: readFieldName(part.value.fieldname).numbers, bytes: part.value.file };
      // A body without a length is counted as it comes.
      total += part.value.file.bytesRead;
      if (part.value.file.truncated || total > maxBytes) throw tooLarge();
    }
  }

  return { sessionId, files: files(), fields, signal: hungUp.signal, drain: () => drainBody(request, maxBytes) };
}

/** Reads and drops what is left of a body: past the parser, which waits for whoever reads the current part. */
export async function drainBody({ raw }: FastifyRequest, maxBytes: number): Promise<void> {
  if (raw.complete && raw.readableEnded) return;
  raw.unpipe();
  let left = maxBytes;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
  // A caller who hangs up meanwhile has drained it, too.
  await finished(raw).catch(() => {});
}

function tooLarge(): Refused {
  return new Refused(413, 'tooLarge', 'Die Dateien sind zusammen zu groß.');
}
