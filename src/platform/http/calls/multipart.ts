import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { sharedRefusals } from '../../../shared/call.ts';
import type { IncomingFile } from './handler.ts';
import { ServerError } from '../../server-error.ts';

/** A multipart body whose first part has arrived: the session is known before any content is read. */
export interface Upload {
  /** The session id in the field name of the first part; '' if there is none. */
  sessionId: string;
  files: AsyncIterable<IncomingFile>;
  /** The text parts by name, cut off before the session id; complete once all `files` are read. */
  fields: ReadonlyMap<string, string>;
  /** Fires when the caller hangs up before the answer is sent. */
  signal: AbortSignal;
  /** Reads and discards what the handler has left unread. */
  drain: () => Promise<void>;
}

/**
 * Reads a field name, which holds the 64 hex characters of the session id and then numbers, with anything in between
 * (reference 5.2).
 */
export function readFieldName(name: string): { sessionId: string; numbers: number[] } {
  // The 'e' of a leading 'file' is a hex character as well.
  const match = /(?:^|[^0-9a-f]|file)([0-9a-f]{64})/.exec(name);
  if (!match?.[1]) return { sessionId: '', numbers: [] };
  const rest = name.slice(match.index + match[0].length);
  return { sessionId: match[1], numbers: (rest.match(/\d{1,15}/g) ?? []).map(Number) };
}

/** The error that readers of a part get when the caller has hung up. */
class HungUp extends Error {}

/** Whether an error means that a multipart body is incomplete or has no boundary: the parser has no codes for that. */
export function isIncomplete(error: unknown): boolean {
  if (error instanceof HungUp) return true;
  return error instanceof Error && /of multipart data$|^Multipart: Boundary not found$/.test(error.message);
}

/** Opens a multipart body. Throws 413 for more than `maxBytes` or more than 60 files in one request. */
export async function openUpload(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new ServerError(415, 'invalidRequest', sharedRefusals.invalidRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const hungUp = new AbortController();
  let current: Readable | undefined;
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    hungUp.abort();
    current?.destroy(new HungUp());
  });
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: 60, fields: 10, parts: 70, fieldSize: 4000, fieldNameSize: 300 },
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
      // A body without a content length is counted as it arrives.
      total += part.value.file.bytesRead;
      if (part.value.file.truncated || total > maxBytes) throw tooLarge();
    }
  }

  return { sessionId, files: files(), fields, signal: hungUp.signal, drain: () => drainBody(request, maxBytes) };
}

/** Reads and discards the rest of a body, bypassing the parser, which waits for a reader of the current part. */
export async function drainBody({ raw }: FastifyRequest, maxBytes: number): Promise<void> {
  if (raw.complete && raw.readableEnded) return;
  raw.unpipe();
  let remaining = maxBytes;
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) raw.destroy();
  });
  raw.resume();
  // If the caller hangs up meanwhile, nothing is left to read.
  await finished(raw).catch(() => {});
}

function tooLarge(): ServerError {
  return new ServerError(413, 'tooLarge', 'Die Dateien sind zusammen zu groß.');
}
