import type { APIRequestContext } from '@playwright/test';
import * as z from 'zod/mini';
import type { Call, InputOf, OutputOf } from '../../src/shared/call.ts';

/**
 * Makes a call of the contract directly, without the screen, and returns its decoded output. If the server refuses the
 * call, an error with the server's message is thrown.
 */
export async function callPortal<C extends Call>(
  request: APIRequestContext,
  call: C,
  input: InputOf<C>,
  sessionId = '',
): Promise<OutputOf<C>> {
  const response = await request.post(`/api/service/${call.path}.php`, { data: { ...(input as object), sessionId } });
  return decodeOutput(call, await response.json());
}

/** Makes a multipart call with these files and text fields; `sessionId` becomes part of the name of each file’s field. */
export async function callWithFiles<C extends Call>(
  request: APIRequestContext,
  call: C,
  files: { name: string; buffer: Buffer }[],
  sessionId: string,
  fields: Record<string, string> = {},
): Promise<OutputOf<C>> {
  const fileFields = Object.fromEntries(
    files.map((file, index) => [`file_${sessionId}_${index}`, { ...file, mimeType: 'application/octet-stream' }]),
  );
  const response = await request.post(`/api/service/${call.path}.php`, { multipart: { ...fileFields, ...fields } });
  return decodeOutput(call, await response.json());
}

function decodeOutput<C extends Call>(call: C, body: { meta?: { status?: string; message?: string } }): OutputOf<C> {
  if (body.meta?.status !== 'success') throw new Error(`${call.path}: ${body.meta?.message ?? 'no response'}`);
  return z.decode(call.output, body as never) as OutputOf<C>;
}
