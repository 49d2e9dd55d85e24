import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { sharedRefusals, type Call } from '../shared/call.ts';
import { companionOf, type Companion } from './companion.ts';
import { transact } from './db.ts';
import { badForm, readForm } from './form.ts';
import { deviceCookieOf, knownDevice, type DeviceCookie } from './known-device.ts';
import { drainBody, readFiles, type Upload } from './multipart.ts';
import { sendDownload } from './download.ts';
import { noSession, notFound, Refused } from './refusal.ts';
import { record } from './security-log.ts';
import { isSessionId, type SignedIn } from './session.ts';
import { addressOf } from './throttle.ts';
import { deviceOf } from '../sessions/rules.ts';
import { fieldsWriter, type Write } from './writer.ts';
import type { App, Incoming, IncomingFile, Served } from './handler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is behind a call, for the records of the log; null before that is known, and for nobody. */
    personId: number | null;
    /** The caller's network address as the counters use it, read while its connection stands: later there is none. */
    address: string;
  }
  interface FastifyContextConfig {
    /** The call behind a route, for the error hook. */
    call?: Call;
  }
}

/** Where the calls lie. */
export const servicePath = (call: Pick<Call, 'path'>) => `/api/service/${call.path}.php`;

/** Builds one route per call: protocol, session, role, form, rules, then the handler (order of contract §1). */
export function registerCalls(fastify: FastifyInstance, app: App, served: Served[]): void {
  fastify.decorateRequest('personId', null);
  fastify.decorateRequest('address', '');
  for (const each of served) {
    const { call } = each;
    const told = { ...each, write: answerWriter(call) };
    const route = {
      url: servicePath(call),
      config: { call },
      onRequest: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        request.address = addressOf(request.ip);
        done();
      },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        call.body === 'files'
          ? noteUpload(app, answerFiles(app, told, request, reply))
          : answerJson(app, told, request, reply),
    };
    fastify.route({ ...route, method: 'POST' });
    if (call.get) fastify.route({ ...route, method: 'GET' });
  }
}

interface Told extends Served {
  /** Writes the handler's answer. */
  write: Write;
}

async function answerJson(app: App, told: Told, request: FastifyRequest, reply: FastifyReply) {
  const { call, handler, write } = told;
  if (request.isMultipart()) {
    await drainBody(request, largestUpload(app));
    throw new Refused(415, 'invalidRequest', sharedRefusals.invalidRequest);
  }
  const body = request.method === 'GET' ? {} : request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isDeep(body)) throw badForm();
  const cookies = cookiesOfCall(app, request, reply);
  const person = await authorise(app, call, request, cookies, (body as Record<string, unknown>)['sessionId']);
  const asked = incoming(app, call, request, cookies, person, readForm(call, body), noUpload);
  await holdToRules(told, asked);
  const answer = call.report
    ? await app.reports.read((db) => handler({ ...asked, db }), request.log)
    : await handler(asked);
  if (call.answer === 'file') return sendDownload(reply, answer as never);
  void reply.type(json);
  return write(answer);
}

const json = 'application/json; charset=utf-8';

/** More than any call's form has; whoever nests deeper means harm. */
const deepest = 8;

/** Whether objects and lists stand within each other beyond the deepest form. */
function isDeep(value: unknown, level = 1): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level > deepest || Object.values(value).some((inner) => isDeep(inner, level + 1));
}

/** Lets the end of the server wait for an upload. */
async function noteUpload<T>({ uploads }: App, upload: Promise<T>): Promise<T> {
  uploads.add(upload);
  try {
    return await upload;
  } finally {
    uploads.delete(upload);
  }
}

async function answerFiles(app: App, { call, handler, write }: Told, request: FastifyRequest, reply: FastifyReply) {
  const upload = await readFiles(request, reply, largestUpload(app));
  try {
    const cookies = cookiesOfCall(app, request, reply);
    const person = await authorise(app, call, request, cookies, upload.sessionId);
    if (person) request.allowUpload();
    const answer = await handler(incoming(app, call, request, cookies, person, {}, upload));
    void reply.type(json);
    return write(answer);
  } finally {
    // Whoever stops early still reads to the end: a browser shows no answer that comes in the middle of its upload.
    await upload.drain();
  }
}

/** The server's cap of one request, in bytes. */
const largestUpload = ({ settings }: App) => settings.portal.uploads.megabytesPerRequest * 1_000_000;

interface Cookies {
  companion: Companion;
  deviceCookie: DeviceCookie;
}

const cookiesOfCall = (app: App, request: FastifyRequest, reply: FastifyReply): Cookies => ({
  companion: companionOf(request, reply, app.settings),
  deviceCookie: deviceCookieOf(request, reply, app.settings),
});

/** The person behind the call, after the table of rights. Throws 'session invalid', 403, or 429 for too many calls. */
async function authorise(
  app: App,
  call: Call,
  request: FastifyRequest,
  { companion, deviceCookie }: Cookies,
  sessionId: unknown,
): Promise<SignedIn | null> {
  const person = isSessionId(sessionId) ? await app.findSession(sessionId, companion.of(sessionId)) : null;
  request.personId = person?.id ?? null;
  await countCall(app, call, request, deviceCookie);
  if (call.may === 'everyone') return person;
  if (!person) throw noSession();
  const missing = stillMissing(person);
  if (missing && call.restricted !== missing) {
    const code = missing === 'password' ? 'passwordChangeRequired' : 'secondFactorSetUpRequired';
    throw new Refused(403, code, sharedRefusals[code]);
  }
  if (!person.caller || (call.may !== 'signedIn' && !call.may.includes(person.caller)))
    throw new Refused(403, 'forbidden', sharedRefusals.forbidden);
  return person;
}

/** Counts a call; throws 429 beyond its limit. What floods an address keeps nobody out who has signed in from this device. */
async function countCall(app: App, { path }: Call, { personId, address }: FastifyRequest, { hashes }: DeviceCookie) {
  try {
    await app.throttle.call(path, personId, address);
  } catch (error) {
    const full = error instanceof Refused && personId === null;
    const known = full ? await knownDevice(app.db, app.clock, hashes(), null) : null;
    if (!known) throw error;
    await app.throttle.call(path, known.person, address);
  }
}

/** What a session has to bring about before it may do anything else: a password first, then the second factor. */
function stillMissing(person: SignedIn): Call['restricted'] {
  if (person.mustChangePassword) return 'password';
  return person.mustSetUpSecondFactor && 'secondFactor';
}

/**
 * Throws the outcome `invalid` for broken rules. Object before outcome (contract §1): what does not exist, or is not the
 * caller's, is 404 whatever else the form says.
 */
async function holdToRules({ call, exists }: Served, asked: Incoming<Call>): Promise<void> {
  const mistakes = call.rules(asked.input as never, { forbiddenInEmail: asked.app.settings.portal.forbiddenInEmail });
  const [first] = mistakes;
  if (!first) return;
  if (!(await exists(asked))) throw notFound();
  throw new Refused(call.refusalStatus, 'invalid', first.message, { errors: mistakes });
}

function incoming(
  app: App,
  call: Call,
  request: FastifyRequest,
  cookies: Cookies,
  person: SignedIn | null,
  input: unknown,
  { files, fields, signal }: Pick<Upload, 'files' | 'fields' | 'signal'>,
): Incoming<Call> {
  return {
    input,
    // Only calls that everybody may make get null here, and their handlers' type says so.
    person: person as SignedIn,
    app,
    db: app.db,
    transaction: (work) => transact(app.db, work),
    refuse: (code, message) => new Refused(call.refusalStatus, code, message ?? call.refusals[code] ?? ''),
    address: request.address,
    companion: cookies.companion,
    deviceCookie: cookies.deviceCookie,
    record: (event, facts) => record(request.log, event, { ...facts, call: call.path }),
    device: () => deviceOf(request.headers['user-agent']),
    files,
    fields,
    signal,
  };
}

type Fields = Record<string, z.ZodMiniType>;

/** Writes a call's answers: unknown fields are dropped, 0/1 flags and old spellings written as the wire wants them. */
function answerWriter(call: Call): Write {
  const { meta, ...rest } = call.output instanceof z.ZodMiniObject ? (call.output.shape as Fields) : ({} as Fields);
  const own = fieldsWriter(rest);
  const facts = fieldsWriter(meta instanceof z.ZodMiniObject ? (meta.shape as Fields) : {});
  const success = '"status":"success"';
  return (answer) => {
    const fields = [own(answer), call.statusOnTop ? success : '', `"meta":{${joined(facts(metaOf(answer)), success)}}`];
    return `{${joined(...fields)}}`;
  };
}

const metaOf = (answer: unknown) => (answer as { meta?: object }).meta ?? {};

const joined = (...fields: string[]) => fields.filter(Boolean).join(',');

/** What a call without a multipart body has of one; nobody waits for the signal's end. */
const noUpload = { files: noFiles(), fields: new Map<string, string>(), signal: new AbortController().signal };

async function* noFiles(): AsyncGenerator<IncomingFile> {}
