import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { sessionInvalid, type Call } from '../../src/shared/call.ts';

/** A response as the client received it. */
export interface ReceivedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Matches texts from stack traces, the database and libraries. No refusal may contain such text. */
const internalsPattern =
  /\bat .+:\d+:\d+|node_modules|\.[cm]?[jt]s:\d+|\bSELECT\b|\bINSERT INTO\b|\bUPDATE\b.+\bSET\b|\bDELETE FROM\b|violates|duplicate key|syntax error|invalid (?:input syntax|byte sequence)|relation "|column "|postgres|kysely|graphile|fastify|FST_|ECONN|ENOENT|\/tmp\/|Cannot read|is not a function|undefined/i;

/** The refusals that any call may return, with the statuses of each code. */
const generalRefusals: Record<string, readonly number[]> = {
  invalidRequest: [400, 405, 413, 415],
  tooLarge: [413],
  notFound: [404],
  forbidden: [403],
  passwordChangeRequired: [403],
  tooManyRequests: [429],
};

/**
 * Lists what is wrong with the response to a call. The list is empty if the contract allows the response.
 * `isAllowed` says whether the caller has the right to make the call.
 */
export function findFaults(call: Call, isAllowed: boolean, { status, headers, body }: ReceivedAnswer): string[] {
  if (status >= 500) return [`status ${status}`];
  const faults: string[] = [];
  if (headers['cache-control'] !== 'no-store') faults.push('a response that a cache may store');
  const type = String(headers['content-type']);
  if (status === 200 && type === 'application/octet-stream')
    return [
      ...faults,
      ...(call.responseType === 'file' ? [] : ['bytes where JSON was declared']),
      ...findSuccessFaults(isAllowed),
    ];
  const answer = parseBody(body);
  if (!answer || !type.startsWith('application/json')) return [...faults, `no JSON object with meta, but ${type}`];
  if (answer.meta.status === 'success')
    faults.push(...findSuccessFaults(isAllowed), ...findShapeFaults(call, status, answer));
  else faults.push(...findRefusalFaults(call, status, answer, body.toString('utf8')));
  return faults;
}

const findSuccessFaults = (isAllowed: boolean) =>
  isAllowed ? [] : ['a success for a caller who may not make the call'];

interface Body {
  meta: { status?: unknown; code?: unknown; message?: unknown };
  errors?: unknown;
  data?: unknown;
  [more: string]: unknown;
}

/** Parses a response; returns null if it is not a JSON object with `meta`. */
function parseBody(bytes: Buffer): Body | null {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { meta } = body as Body;
    return typeof meta === 'object' && meta !== null ? (body as Body) : null;
  } catch {
    return null;
  }
}

/** Lists what is wrong with a successful response, which must have the declared output and no other field. */
function findShapeFaults(call: Call, status: number, body: Body): string[] {
  const { meta, status: topStatus, ...fields } = body;
  const { status: _, ...metaFields } = meta;
  if (status !== 200) return [`a success with status ${status}`];
  if (call.responseType === 'file') return ['JSON where a file was declared'];
  if (call.hasTopLevelStatus ? topStatus !== 'success' : topStatus !== undefined)
    return ['status at the top is not as declared'];
  const declaresMeta = call.output instanceof z.ZodMiniObject && 'meta' in call.output.shape;
  const sentOutput = declaresMeta || Object.keys(metaFields).length > 0 ? { ...fields, meta: metaFields } : fields;
  const decoded = z.safeDecode(call.output, sentOutput as never);
  if (!decoded.success)
    return [`not the declared shape: ${decoded.error.issues.map(({ path }) => path.join('.')).join()}`];
  return isDeepStrictEqual(z.encode(call.output, decoded.data), sentOutput) ? [] : ['fields that are not declared'];
}

/** Lists what is wrong with the refusal of an outdated form. It must contain the newer record as declared. */
function findNewerRecordFaults({ currentRecord }: Call, status: number, data: unknown): string[] {
  const decoded = currentRecord && z.safeDecode(currentRecord, data as never);
  return status === 409 && decoded?.success ? [] : [`a refusal that is not declared: ${status} changedMeanwhile`];
}

/** Lists what is wrong with a refusal of any kind. `text` is the complete body. */
function findRefusalFaults(call: Call, status: number, { meta, errors, data }: Body, text: string): string[] {
  const { code, message } = meta;
  const faults: string[] = [];
  if (meta.status !== 'error') faults.push(`meta.status ${String(meta.status)}`);
  if (typeof message !== 'string' || message === '') faults.push('a refusal without a message');
  // Text in German quotation marks is the name of a file, which the sender chose.
  if (internalsPattern.test(text.replace(/„[^“]*“/g, ''))) faults.push('a refusal that shows internals');
  if (typeof code !== 'string') {
    const isSessionInvalid =
      message === sessionInvalid && status === (call.responseType === 'file' ? 401 : 200) && call.may !== 'everyone';
    return isSessionInvalid ? faults : [...faults, `a refusal without a code: ${status}`];
  }
  if (code === 'invalid') {
    // The response to an invalid form has the status 200 or the declared one, and names the invalid fields.
    if (status !== call.refusalStatus && status !== 200) faults.push(`invalid with status ${status}`);
    if (!Array.isArray(errors) || errors.length === 0) faults.push('invalid without the fields');
    return faults;
  }
  if (code === 'changedMeanwhile') return [...faults, ...findNewerRecordFaults(call, status, data)];
  const isDeclared = Object.hasOwn(call.refusals, code) && (status === call.refusalStatus || status === 413);
  if (!isDeclared && !generalRefusals[code]?.includes(status))
    faults.push(`a refusal that is not declared: ${status} ${code}`);
  return faults;
}
