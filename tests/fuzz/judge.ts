import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { sessionInvalid, type Call } from '../../src/shared/call.ts';

/** An answer as received. */
export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Internals: words of stack traces, of the database and of libraries, which no sentence of a refusal contains. */
const inside =
  /\bat .+:\d+:\d+|node_modules|\.[cm]?[jt]s:\d+|\bSELECT\b|\bINSERT INTO\b|\bUPDATE\b.+\bSET\b|\bDELETE FROM\b|violates|duplicate key|syntax error|invalid (?:input syntax|byte sequence)|relation "|column "|postgres|kysely|graphile|fastify|FST_|ECONN|ENOENT|\/tmp\/|Cannot read|is not a function|undefined/i;

/** Refusals of the protocol that any call may answer with: the status of each code. */
const ofProtocol: Record<string, readonly number[]> = {
  invalidRequest: [400, 405, 413, 415],
  tooLarge: [413],
  notFound: [404],
  forbidden: [403],
  passwordChangeRequired: [403],
  tooManyRequests: [429],
};

/**
 * What is wrong with a call's answer, in words; an empty list if the contract allows it. `allowed` says whether the
 * caller may ever get a success.
 */
export function faultsOf(call: Call, allowed: boolean, { status, headers, body }: Answered): string[] {
  if (status >= 500) return [`status ${status}`];
  const faults: string[] = [];
  if (headers['cache-control'] !== 'no-store') faults.push('an answer that a cache may keep');
  const type = String(headers['content-type']);
  if (status === 200 && type === 'application/octet-stream')
    return [...faults, ...(call.answer === 'file' ? [] : ['bytes where JSON was declared']), ...successes(allowed)];
  const answer = read(body);
  if (!answer || !type.startsWith('application/json')) return [...faults, `no JSON object with meta, but ${type}`];
  if (answer.meta.status === 'success') faults.push(...successes(allowed), ...shapeFaults(call, status, answer));
  else faults.push(...refusalFaults(call, status, answer, body.toString('utf8')));
  return faults;
}

const successes = (allowed: boolean) => (allowed ? [] : ['a success for somebody who may not call']);

interface Body {
  meta: { status?: unknown; code?: unknown; message?: unknown };
  errors?: unknown;
  data?: unknown;
  [more: string]: unknown;
}

function read(bytes: Buffer): Body | null {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { meta } = body as Body;
    return typeof meta === 'object' && meta !== null ? (body as Body) : null;
  } catch {
    return null;
  }
}

/** What is wrong with a success: it must have the declared output and no other field. */
function shapeFaults(call: Call, status: number, body: Body): string[] {
  const { meta, ...rest } = body;
  const { status: _, ...more } = meta;
  const { status: onTop, ...sent } = rest;
  if (status !== 200) return [`a success with status ${status}`];
  if (call.answer === 'file') return ['JSON where a file was declared'];
  if (call.statusOnTop ? onTop !== 'success' : onTop !== undefined) return ['status at the top is not as declared'];
  const declaresMeta = call.output instanceof z.ZodMiniObject && 'meta' in call.output.shape;
  const wire = declaresMeta || Object.keys(more).length > 0 ? { ...sent, meta: more } : sent;
  const decoded = z.safeDecode(call.output, wire as never);
  if (!decoded.success)
    return [`not the declared shape: ${decoded.error.issues.map(({ path }) => path.join('.')).join()}`];
  return isDeepStrictEqual(z.encode(call.output, decoded.data), wire) ? [] : ['fields that are not declared'];
}

/** A refused form that somebody else has saved meanwhile must come with the declared newer record. */
function newerFaults({ newer }: Call, status: number, data: unknown): string[] {
  const decoded = newer && z.safeDecode(newer, data as never);
  return status === 409 && decoded?.success ? [] : [`a refusal that is not declared: ${status} changedMeanwhile`];
}

function refusalFaults(call: Call, status: number, { meta, errors, data }: Body, text: string): string[] {
  const { code, message } = meta;
  const faults: string[] = [];
  if (meta.status !== 'error') faults.push(`meta.status ${String(meta.status)}`);
  if (typeof message !== 'string' || message === '') faults.push('a refusal without a sentence');
  // Text in quotation marks is the sender's own: the name of a file.
  if (inside.test(text.replace(/„[^“]*“/g, ''))) faults.push('words of the inside');
  if (typeof code !== 'string') {
    const dead =
      message === sessionInvalid && status === (call.answer === 'file' ? 401 : 200) && call.may !== 'everyone';
    return dead ? faults : [...faults, `a refusal without a code: ${status}`];
  }
  if (code === 'invalid') {
    // Broken rules are answered with 200 or 409, each at its field.
    if (status !== call.refusalStatus && status !== 200) faults.push(`invalid with status ${status}`);
    if (!Array.isArray(errors) || errors.length === 0) faults.push('invalid without the fields');
    return faults;
  }
  if (code === 'changedMeanwhile') return [...faults, ...newerFaults(call, status, data)];
  const declared = Object.hasOwn(call.refusals, code) && (status === call.refusalStatus || status === 413);
  if (!declared && !ofProtocol[code]?.includes(status))
    faults.push(`a refusal that is not declared: ${status} ${code}`);
  return faults;
}
