import * as z from 'zod/mini';
import { sessionInvalid, type Call, type FieldError, type InputOf, type Meta, type OutputOf } from '../shared/call.ts';
import { environmentOf } from '../shared/environment.ts';
import { expire, sessionId } from './session.ts';

const unreachable = 'Der Server ist gerade nicht erreichbar. Bitte prüfe deine Verbindung und versuche es noch einmal.';
const broken = 'Da ist etwas schiefgelaufen. Bitte versuche es später erneut.';

/** An outcome that the contract names: its code, the German sentence, the mistakes of a form, and what stands in `data` beside it. */
export class Refusal extends Error {
  override name = 'Refusal';
  code: string;
  errors: FieldError[];
  data: unknown;
  constructor(code: string, message: string, errors: FieldError[] = [], data: unknown = null) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.data = data;
  }
}

/** A call that went wrong: HTTP status (0 without an answer), code, and a German sentence (with the request's number on a 500). */
export class Fault extends Error {
  override name = 'Fault';
  status: number;
  code: string;
  constructor(status: number, message: string, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const env: Record<string, string | undefined> = import.meta.env;
const bases = {
  development: env.VITE_API_DEVELOPMENT,
  stage: env.VITE_API_STAGE,
  production: env.VITE_API_PRODUCTION,
};

/** The call's address below the base of the page's host (spec §7); without a base it is the page's own origin. */
function addressOf(call: Call): string {
  return `${bases[environmentOf(location.hostname)] ?? ''}/api/service/${call.path}.php`;
}

/** The envelope as far as the client reads it; anything else in the body belongs to the call's output. */
interface Envelope {
  meta?: Meta;
  errors?: unknown;
  data?: unknown;
}

/** Turns status and body of an answer to `sentWith`'s session into the call's output, a Refusal or a Fault. */
function settle<C extends Call>(call: C, status: number, body: unknown, sentWith: string): OutputOf<C> {
  const { meta, errors, data } = (typeof body === 'object' && body !== null ? body : {}) as Envelope;
  const outcome = status === 200 || status === 409;
  if (meta?.status === 'error') {
    if (meta.message === sessionInvalid) {
      expire(sentWith);
      throw new Refusal('sessionInvalid', 'Ihre Session ist abgelaufen');
    }
    const message = meta.message ?? broken;
    if (outcome)
      throw new Refusal(meta.code ?? 'error', message, Array.isArray(errors) ? (errors as FieldError[]) : [], data);
    throw new Fault(status, message, meta.code);
  }
  // A status that nobody knows is no success (spec §8).
  if (status !== 200 || meta?.status !== 'success') throw new Fault(status, status === 503 ? unreachable : broken);
  return z.decode(call.output, body as never) as OutputOf<C>;
}

async function post(call: Call, input: object, sentWith: string, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ ...input, sessionId: sentWith });
  try {
    return await fetch(addressOf(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // The session's cookie goes along where the service stands on another host of the site, too.
      credentials: 'include',
      body,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Fault(0, unreachable);
  }
}

/**
 * Makes a call with the session of this browser and answers its decoded output. Refusals of the contract are thrown as
 * `Refusal`, everything else as `Fault`. A dead session ends here: toast, and the login dialog over the page.
 */
export async function ask<C extends Call>(call: C, input: InputOf<C>, signal?: AbortSignal): Promise<OutputOf<C>> {
  const sentWith = sessionId();
  const response = await post(call, input as object, sentWith, signal);
  const body: unknown = await response.json().catch(() => null);
  return settle(call, response.status, body, sentWith);
}

/** The bytes of a file (spec §7: a download of size 0 is an error). */
export async function download<C extends Call>(call: C, input: InputOf<C>): Promise<Blob> {
  const sentWith = sessionId();
  const response = await post(call, input as object, sentWith);
  if (!response.ok || response.headers.get('content-type')?.includes('json')) {
    const body: unknown = await response.json().catch(() => null);
    settle(call, response.status, body, sentWith);
  }
  const blob = await response.blob();
  if (blob.size === 0) throw new Fault(response.status, 'Die Datei konnte nicht heruntergeladen werden!');
  return blob;
}

/** Hands a downloaded file to the browser under its name. */
export function save(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser takes the bytes after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface UploadOptions {
  /** Bytes sent of all bytes; equal while the server still works on them. */
  onProgress?: (sent: number, total: number) => void;
  /** Text parts beside the files, by name. */
  fields?: Record<string, string>;
  /** Cancels the upload; the promise then rejects with an AbortError. */
  signal?: AbortSignal;
}

/**
 * Sends files as one multipart form. `fieldName` builds each part's name, which carries the session id (contract §7).
 * XMLHttpRequest, because fetch tells nothing of the bytes on their way.
 */
export function upload<C extends Call>(
  call: C,
  files: readonly File[],
  fieldName: (sessionId: string, index: number) => string,
  { onProgress, fields = {}, signal }: UploadOptions = {},
): Promise<OutputOf<C>> {
  const sentWith = sessionId();
  const form = new FormData();
  files.forEach((file, index) => form.append(fieldName(sentWith, index), file, file.name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const aborted = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal?.aborted) return aborted();
    signal?.addEventListener('abort', cancel);
    request.open('POST', addressOf(call));
    request.responseType = 'text';
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onabort = aborted;
    request.onerror = () => reject(new Fault(0, unreachable));
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    request.onload = () => {
      try {
        resolve(settle(call, request.status, parsed(request.responseText), sentWith));
      } catch (error) {
        reject(error instanceof Error ? error : new Fault(request.status, broken));
      }
    };
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The sentence of whatever a call threw, fit to be shown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal || error instanceof Fault ? error.message : broken;
}

/** Whether a call threw because the session is over: that was said already and needs no second message. */
export function sessionEnded(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'sessionInvalid';
}
