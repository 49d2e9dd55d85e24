import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { sharedRefusals } from '../../../shared/call.ts';
import type { IncomingFile } from './handler.ts';
import { ServerError } from '../../server-error.ts';

/** A multipart body whose first part has arrived, so that its session id is known before any file is read. */
export interface Upload {
  /** The session id in the field name of the first part; '' if there is none. */
  sessionId: string;
  files: AsyncIterable<IncomingFile>;
  /** The text fields by name, without the session id in the name; complete only after all `files` have been read. */
  fields: ReadonlyMap<string, string>;
  /** Fires if the caller hangs up before the response has been sent. */
  signal: AbortSignal;
  /** Reads and discards the parts that the handler has not read. */
  drain: () => Promise<void>;
}

/**
 * Reads the session id (64 hex characters) and the numbers after it from a field name. Other text may surround them
 * (reference 5.2).
 */
export function readFieldName(name: string): { sessionId: string; numbers: number[] } {
  // A session id may follow 'file' directly, although the 'e' of 'file' is itself a hex character.
  const match = /(?:^|[^0-9a-f]|file)([0-9a-f]{64})/.exec(name);
  if (!match?.[1]) return { sessionId: '', numbers: [] };
  const textAfterId = name.slice(match.index + match[0].length);
  return { sessionId: match[1], numbers: (textAfterId.match(/\d{1,15}/g) ?? []).map(Number) };
}

/** The error with which the reading of a file fails if the caller hangs up. */
class CallerHungUp extends Error {}

/**
 * Whether an error means that a multipart body is incomplete or has no boundary. The messages of the parser's errors
 * are compared, because these errors have no codes.
 */
export function isIncompleteBody(error: unknown): boolean {
  if (error instanceof CallerHungUp) return true;
  return error instanceof Error && /of multipart data$|^Multipart: Boundary not found$/.test(error.message);
}

/**
 * Opens a multipart body. Throws 415 for another content type, and 413 for more than `maxBytes` or more than 60 files
 * in one request.
 */
export async function openUpload(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new ServerError(415, 'invalidRequest', sharedRefusals.invalidRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw uploadTooLarge();
  const hangUpController = new AbortController();
  let currentFile: Readable | undefined;
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    hangUpController.abort();
    currentFile?.destroy(new CallerHungUp());
  });
  const parts = request.parts({
    limits: { fileSize: maxBytes, files: 60, fields: 10, parts: 70, fieldSize: 4000, fieldNameSize: 300 },
  });
  const firstPart = await parts.next();
  const { sessionId } = readFieldName(firstPart.done ? '' : firstPart.value.fieldname);

  let totalBytes = 0;
  const fields = new Map<string, string>();
  async function* files(): AsyncGenerator<IncomingFile> {
    for (let part = firstPart; !part.done; part = await parts.next()) {
      if (part.value.type !== 'file') {
        fields.set(part.value.fieldname.replace(/_?[0-9a-f]{64}.*$/, ''), String(part.value.value));
        continue;
      }
      currentFile = part.value.file;
      yield { name: part.value.filename, numbers: readFieldName(part.value.fieldname).numbers, bytes: part.value.file };
      // A body without a content length may still exceed the limit, so its bytes are counted as they arrive.
      totalBytes += part.value.file.bytesRead;
      if (part.value.file.truncated || totalBytes > maxBytes) throw uploadTooLarge();
    }
  }

  return {
    sessionId,
    files: files(),
    fields,
    signal: hangUpController.signal,
    drain: () => drainBody(request, maxBytes),
  };
}

/**
 * Reads and discards the rest of a body. It bypasses the parser, which would wait until somebody reads the current
 * part. A body of more than `maxBytes` is aborted.
 */
export async function drainBody({ raw }: FastifyRequest, maxBytes: number): Promise<void> {
  if (raw.complete && raw.readableEnded) return;
  raw.unpipe();
  let remaining = maxBytes;
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) raw.destroy();
  });
  raw.resume();
  // If the caller hangs up, there is nothing left to read.
  await finished(raw).catch(() => {});
}

function uploadTooLarge(): ServerError {
  return new ServerError(413, 'tooLarge', 'Die Dateien sind zusammen zu groß.');
}
