import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { sharedRefusals, type Call } from '../../../shared/call.ts';
import { isSessionId, type DeviceCookie, type SessionCookie, type SignedIn } from './authentication.ts';
import { transact } from '../../database/db.ts';
import { badForm, readForm } from './form.ts';
import { drainBody, openUpload, type Upload } from './multipart.ts';
import { sendDownload } from './download.ts';
import { noSession, notFound, ServerError } from '../../server-error.ts';
import { logSecurityEvent } from '../monitoring/security-log.ts';
import { addressOf } from '../../rate-limit/rate-limiter.ts';
import { originCheck } from '../edge/origins.ts';
import { deviceOf } from '../edge/user-agent.ts';
import { fieldsWriter, type JsonWriter } from './json-writer.ts';
import type { App, Context, IncomingFile, Route } from './handler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the caller, for the log; null as long as the caller is unknown. */
    personId: number | null;
    /** The caller's network address as the rate limiter uses it, read early, because a closed connection has none. */
    address: string;
  }
  interface FastifyContextConfig {
    /** The call behind a route, for the error hook. */
    call?: Call;
  }
}

/** The path of a call on the server. */
export const servicePath = (call: Pick<Call, 'path'>) => `/api/service/${call.path}.php`;

/**
 * Registers one route per call. It checks protocol, origin, session, role, form and rules in this order (reference
 * 2.4), and then runs the handler.
 */
export function registerCalls(fastify: FastifyInstance, app: App, routes: Route[]): void {
  const checkOrigin = originCheck(app.settings);
  fastify.decorateRequest('personId', null);
  fastify.decorateRequest('address', '');
  for (const each of routes) {
    const { call } = each;
    const route = { ...each, write: answerWriter(call) };
    const options = {
      url: servicePath(call),
      config: { call },
      onRequest: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        request.address = addressOf(request.ip);
        checkOrigin(request);
        done();
      },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        call.body === 'files'
          ? trackUpload(app, answerFiles(app, route, request, reply))
          : answerJson(app, route, request, reply),
    };
    fastify.route({ ...options, method: 'POST' });
    if (call.get) fastify.route({ ...options, method: 'GET' });
  }
}

interface WritableRoute extends Route {
  /** Turns the handler's answer into JSON. */
  write: JsonWriter;
}

async function answerJson(app: App, route: WritableRoute, request: FastifyRequest, reply: FastifyReply) {
  const { call, handler, write } = route;
  if (request.isMultipart()) {
    await drainBody(request, largestUpload(app));
    throw new ServerError(415, 'invalidRequest', sharedRefusals.invalidRequest);
  }
  const body = request.method === 'GET' ? {} : request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isDeep(body)) throw badForm();
  const cookies = cookiesOfCall(app, request, reply);
  const person = await authorise(app, call, request, cookies, (body as Record<string, unknown>)['sessionId']);
  const context = createContext(app, call, request, cookies, person, readForm(call, body), noUpload);
  await requireRules(route, context);
  const answer = call.report
    ? await app.reports.read((db) => handler({ ...context, db }), request.log)
    : await handler(context);
  if (call.answer === 'file') return sendDownload(reply, answer as never);
  void reply.type(jsonType);
  return write(answer);
}

const jsonType = 'application/json; charset=utf-8';

/** More levels than any form has; deeper bodies are attacks. */
const maxDepth = 8;

/** Whether objects and lists are nested more deeply than in any form. */
function isDeep(value: unknown, level = 1): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level > maxDepth || Object.values(value).some((inner) => isDeep(inner, level + 1));
}

/** Registers an upload, so that the closing server waits for it. */
async function trackUpload<T>({ uploads }: App, upload: Promise<T>): Promise<T> {
  uploads.add(upload);
  try {
    return await upload;
  } finally {
    uploads.delete(upload);
  }
}

async function answerFiles(
  app: App,
  { call, handler, write }: WritableRoute,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const upload = await openUpload(request, reply, largestUpload(app));
  try {
    const cookies = cookiesOfCall(app, request, reply);
    const person = await authorise(app, call, request, cookies, upload.sessionId);
    if (person) request.allowUpload();
    const answer = await handler(createContext(app, call, request, cookies, person, {}, upload));
    void reply.type(jsonType);
    return write(answer);
  } finally {
    // Reads the body to its end even after an early refusal, because browsers show no answer before they have sent it.
    await upload.drain();
  }
}

/** The largest request that the settings allow, in bytes. */
const largestUpload = ({ settings }: App) => settings.providerConfig.uploads.megabytesPerRequest * 1_000_000;

interface Cookies {
  sessionCookie: SessionCookie;
  deviceCookie: DeviceCookie;
}

const cookiesOfCall = ({ authentication }: App, request: FastifyRequest, reply: FastifyReply): Cookies => ({
  sessionCookie: authentication.sessionCookie(request, reply),
  deviceCookie: authentication.deviceCookie(request, reply),
});

/** Checks the rights of a call and returns the caller. Throws 'session invalid', 403, or 429. */
async function authorise(
  app: App,
  call: Call,
  request: FastifyRequest,
  { sessionCookie, deviceCookie }: Cookies,
  sessionId: unknown,
): Promise<SignedIn | null> {
  const person = isSessionId(sessionId)
    ? await app.authentication.findSession(sessionId, sessionCookie.read(sessionId))
    : null;
  request.personId = person?.id ?? null;
  await countCall(app, call, request, deviceCookie);
  if (call.may === 'everyone') return person;
  if (!person) throw noSession();
  const missing = stillMissing(person);
  if (missing && call.restricted !== missing) {
    const code = missing === 'password' ? 'passwordChangeRequired' : 'secondFactorSetUpRequired';
    throw new ServerError(403, code, sharedRefusals[code]);
  }
  if (!person.caller || (call.may !== 'signedIn' && !call.may.includes(person.caller)))
    throw new ServerError(403, 'forbidden', sharedRefusals.forbidden);
  return person;
}

/**
 * Counts a call; throws 429 beyond its limit. If others have used up the limit of an address, people who have signed in
 * on this device before are still let in.
 */
async function countCall(app: App, { counts }: Call, { personId, address }: FastifyRequest, { hashes }: DeviceCookie) {
  try {
    await app.rateLimiter.call(counts, personId, address);
  } catch (error) {
    const isAddressFull = error instanceof ServerError && personId === null;
    const trusted = isAddressFull ? await app.authentication.trustedPerson(hashes()) : null;
    if (trusted === null) throw error;
    await app.rateLimiter.call(counts, trusted, address);
  }
}

/** What the person still has to set up before any other call: first a password, then the second factor. */
function stillMissing(person: SignedIn): Call['restricted'] {
  if (person.mustChangePassword) return 'password';
  return person.mustSetUpSecondFactor && 'secondFactor';
}

/**
 * Throws the refusal `invalid` if rules are broken. A missing object takes precedence (reference 2.4): if it does not
 * exist, or is not the caller's, the answer is 404 whatever else the form says.
 */
async function requireRules({ call, exists }: Route, context: Context<Call>): Promise<void> {
  const fieldErrors = call.rules(context.input as never, {
    forbiddenInEmail: context.app.settings.providerConfig.forbiddenInEmail,
  });
  const [first] = fieldErrors;
  if (!first) return;
  if (!(await exists(context))) throw notFound();
  throw new ServerError(call.refusalStatus, 'invalid', first.message, { errors: fieldErrors });
}

function createContext(
  app: App,
  call: Call,
  request: FastifyRequest,
  cookies: Cookies,
  person: SignedIn | null,
  input: unknown,
  { files, fields, signal }: Pick<Upload, 'files' | 'fields' | 'signal'>,
): Context<Call> {
  return {
    input,
    // Null only in calls that everyone may make, whose handlers get the type `SignedIn | null`.
    person: person as SignedIn,
    app,
    db: app.db,
    transaction: (work) => transact(app.db, work),
    refuse: (code, message) => new ServerError(call.refusalStatus, code, message ?? call.refusals[code] ?? ''),
    address: request.address,
    sessionCookie: cookies.sessionCookie,
    deviceCookie: cookies.deviceCookie,
    record: (event, facts) => logSecurityEvent(request.log, event, { ...facts, call: call.path }),
    device: () => deviceOf(request.headers['user-agent']),
    files,
    fields,
    signal,
  };
}

type Fields = Record<string, z.ZodMiniType>;

/** Returns the writer of a call's answers, which drops unknown fields and writes 0/1 flags and old spellings. */
function answerWriter(call: Call): JsonWriter {
  const { meta, ...rest } = call.output instanceof z.ZodMiniObject ? (call.output.shape as Fields) : ({} as Fields);
  const writeFields = fieldsWriter(rest);
  const writeMeta = fieldsWriter(meta instanceof z.ZodMiniObject ? (meta.shape as Fields) : {});
  const success = '"status":"success"';
  return (answer) => {
    const fields = [
      writeFields(answer),
      call.statusOnTop ? success : '',
      `"meta":{${join(writeMeta(metaOf(answer)), success)}}`,
    ];
    return `{${join(...fields)}}`;
  };
}

const metaOf = (answer: unknown) => (answer as { meta?: object }).meta ?? {};

const join = (...fields: string[]) => fields.filter(Boolean).join(',');

/** The upload of calls without a multipart body: no files, and a signal that never fires. */
const noUpload = { files: noFiles(), fields: new Map<string, string>(), signal: new AbortController().signal };

async function* noFiles(): AsyncGenerator<IncomingFile> {}
