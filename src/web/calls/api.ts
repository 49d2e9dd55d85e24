import * as z from 'zod/mini';
import {
  sessionInvalid,
  type Call,
  type FieldError,
  type InputOf,
  type Meta,
  type OutputOf,
} from '../../shared/call.ts';
import { environmentOf } from '../../shared/environment.ts';
import { afterFirstScreen } from '../firstScreen.ts';
import { expireSession, getSessionId } from '../session.ts';

const unreachableMessage =
  'Der Server ist gerade nicht erreichbar. Bitte prüfe deine Verbindung und versuche es noch einmal.';
const genericMessage = 'Da ist etwas schiefgelaufen. Bitte versuche es später erneut.';

/**
 * Thrown when the server refuses a call for a reason that the call's contract names. `code` is this reason, `message` a
 * German sentence, and `errors` are the errors of a form's fields.
 */
export class CallError extends Error {
  override name = 'CallError';
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

/**
 * Thrown when a request has no usable response. `status` is the HTTP status, or 0 if there was no response. `message`
 * is a German sentence. For a status of 500 it names the request's number.
 */
export class RequestError extends Error {
  override name = 'RequestError';
  status: number;
  code: string;
  constructor(status: number, message: string, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const env: Record<string, string | undefined> = import.meta.env;
const baseUrls = {
  development: env.VITE_API_DEVELOPMENT,
  stage: env.VITE_API_STAGE,
  production: env.VITE_API_PRODUCTION,
};

/**
 * Returns the URL of a call. It begins with the base URL configured for this host (reference 1.16). If none is
 * configured, the URL is relative to the page's origin.
 */
function urlOf(call: Call): string {
  return `${baseUrls[environmentOf(location.hostname)] ?? ''}/api/service/${call.path}.php`;
}

/** The part of the envelope that the client reads; the rest of the body belongs to the call's output. */
interface Envelope {
  meta?: Meta;
  errors?: unknown;
  data?: unknown;
}

/**
 * Decodes the response to a call, or throws a CallError or RequestError. `sentSessionId` is the session id that the
 * call was sent with.
 */
function decodeResponse<C extends Call>(call: C, status: number, body: unknown, sentSessionId: string): OutputOf<C> {
  const { meta, errors, data } = (typeof body === 'object' && body !== null ? body : {}) as Envelope;
  const isContractStatus = status === 200 || status === 409;
  if (meta?.status === 'error') {
    if (meta.message === sessionInvalid) {
      expireSession(sentSessionId);
      throw new CallError('sessionInvalid', 'Ihre Session ist abgelaufen');
    }
    const message = meta.message ?? genericMessage;
    if (isContractStatus)
      throw new CallError(meta.code ?? 'error', message, Array.isArray(errors) ? (errors as FieldError[]) : [], data);
    throw new RequestError(status, message, meta.code);
  }
  // An unknown status does not count as success (reference 2.2).
  if (status !== 200 || meta?.status !== 'success')
    throw new RequestError(status, status === 503 ? unreachableMessage : genericMessage);
  return z.decode(call.output, body as never) as OutputOf<C>;
}

/**
 * The responses to the first calls, which color-scheme.js has sent while this code was loading, by path and body. A
 * response is null if the server could not be reached. Each is used at most once, and only by the first screen. The rest
 * are cancelled, so that they do not hold connections.
 */
const firstResponses =
  (globalThis as { firstResponses?: Record<string, Promise<Response | null>> }).firstResponses ?? {};
afterFirstScreen(() => {
  for (const key of Object.keys(firstResponses))
    void takeFirstResponse(key)?.then((response) => response?.body?.cancel());
});

function takeFirstResponse(key: string): Promise<Response | null> | undefined {
  const response = firstResponses[key];
  delete firstResponses[key];
  return response;
}

async function post(call: Call, input: object, sentSessionId: string, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ ...input, sessionId: sentSessionId });
  const firstResponse = await takeFirstResponse(`${call.path} ${body}`);
  if (firstResponse) return firstResponse;
  try {
    return await fetch(urlOf(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Sends the session's cookie to a service on another host of the same site, too.
      credentials: 'include',
      body,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(0, unreachableMessage);
  }
}

/**
 * Makes a call with this browser's session and returns its decoded output. Throws a `CallError` for a refusal that the
 * contract names, and a `RequestError` for any other failure. If the session has ended, it also shows a toast and the
 * login dialog over the page.
 */
export async function callApi<C extends Call>(call: C, input: InputOf<C>, signal?: AbortSignal): Promise<OutputOf<C>> {
  const sentSessionId = getSessionId();
  const response = await post(call, input as object, sentSessionId, signal);
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null;
    // An incomplete response is treated as no response. It occurs, for example, while the user leaves the page.
    throw signal?.aborted ? error : new RequestError(0, unreachableMessage);
  });
  return decodeResponse(call, response.status, body, sentSessionId);
}

/** Downloads a file (reference 5.5) and returns its content. Throws in the same cases as `callApi`. */
export async function download<C extends Call>(call: C, input: InputOf<C>): Promise<Blob> {
  const sentSessionId = getSessionId();
  const response = await post(call, input as object, sentSessionId);
  if (!response.ok || response.headers.get('content-type')?.includes('json')) {
    const body: unknown = await response.json().catch(() => null);
    decodeResponse(call, response.status, body, sentSessionId);
  }
  const blob = await response.blob();
  if (blob.size === 0) throw new RequestError(response.status, 'Die Datei konnte nicht heruntergeladen werden!');
  return blob;
}

/** Saves a downloaded file under its name. */
export function saveBlob(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the bytes only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface UploadOptions {
  /**
   * Called with the bytes of the files sent so far and their total number, which are equal while the server processes
   * the files.
   */
  onProgress?: (sent: number, total: number) => void;
  /** Text parts sent with the files, by name. */
  fields?: Record<string, string>;
  /** Cancels the upload; the promise then rejects with an AbortError. */
  signal?: AbortSignal;
}

/**
 * Sends files as one multipart form. `fieldName` builds each part's name, which carries the session id (reference 5.2).
 * Uses XMLHttpRequest, because fetch does not report the progress of an upload.
 */
export function upload<C extends Call>(
  call: C,
  files: readonly File[],
  fieldName: (sessionId: string, index: number) => string,
  { onProgress, fields = {}, signal }: UploadOptions = {},
): Promise<OutputOf<C>> {
  const sentSessionId = getSessionId();
  const filesSize = files.reduce((sum, { size }) => sum + size, 0);
  const form = new FormData();
  files.forEach((file, index) => form.append(fieldName(sentSessionId, index), file, file.name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const rejectAborted = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal?.aborted) return rejectAborted();
    signal?.addEventListener('abort', cancel);
    request.open('POST', urlOf(call));
    request.responseType = 'text';
    request.withCredentials = true;
    // The browser also counts the bytes of the form around the files.
    request.upload.onprogress = ({ loaded, total }) => onProgress?.((loaded / total) * filesSize, filesSize);
    request.onabort = rejectAborted;
    request.onerror = () => reject(new RequestError(0, unreachableMessage));
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    request.onload = () => {
      try {
        resolve(decodeResponse(call, request.status, parseJson(request.responseText), sentSessionId));
      } catch (error) {
        reject(error instanceof Error ? error : new RequestError(request.status, genericMessage));
      }
    };
    request.send(form);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the German sentence to show for an error that a call threw. */
export function errorMessageOf(error: unknown): string {
  return error instanceof CallError || error instanceof RequestError ? error.message : genericMessage;
}

/** Whether a call threw because the session has ended. The user has already been notified of this. */
export function isSessionEndedError(error: unknown): boolean {
  return error instanceof CallError && error.code === 'sessionInvalid';
}
