import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { sharedRefusals, type Call } from '../../../shared/call.ts';
import { isSessionId, type DeviceCookie, type SessionCookie, type SignedInPerson } from './authentication.ts';
import { transactWithToken } from '../../database/db.ts';
import { invalidRequest, readForm } from './form.ts';
import { drainBody, openUpload, type Upload } from './multipart.ts';
import { sendDownload } from './download.ts';
import { noSession, notFound, ServerError } from '../../server-error.ts';
import { logSecurityEvent } from '../monitoring/security-log.ts';
import { toRateLimitAddress } from '../../rate-limit/rate-limiter.ts';
import { readCookies } from '../edge/cookies.ts';
import { createOriginCheck } from '../edge/origins.ts';
import { describeDevice } from '../edge/user-agent.ts';
import { authoriseToken, checkTokenWithoutBody, readToken, type Access } from './token.ts';
import { createFieldsWriter, type JsonWriter } from './json-writer.ts';
import type { App, Context, IncomingFile, Route } from './handler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the signed-in caller, for the log; null while the caller is unknown. */
    personId: number | null;
    /**
     * The caller's IP address in the form that the rate limiter counts. It is stored early, because a closed connection
     * no longer has an address.
     */
    ipAddress: string;
  }
  interface FastifyContextConfig {
    /** The call that a route serves, for the error handler and the metrics. */
    call?: Call;
  }
}

/** The URL path of a call. */
export const servicePath = (call: Pick<Call, 'path'>) => `/api/service/${call.path}.php`;

/**
 * Registers one route per call. For each request, the route checks the protocol, origin, session, role, form, object
 * and rules in this order (reference 2.4). Then it runs the handler.
 */
export function registerCalls(fastify: FastifyInstance, app: App, routes: Route[]): void {
  const checkOrigin = createOriginCheck(app.settings);
  fastify.decorateRequest('personId', null);
  fastify.decorateRequest('ipAddress', '');
  for (const route of routes) {
    const { call } = route;
    const routeWithWriter = { ...route, write: createResponseWriter(call) };
    const options = {
      url: servicePath(call),
      config: { call },
      onRequest: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        request.ipAddress = toRateLimitAddress(request.ip);
        // A token is not sent by a browser on its own, so it does not matter which page makes the call.
        if (readToken(request) === null) checkOrigin(request);
        done();
      },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        call.body === 'files'
          ? trackUpload(app, handleUpload(app, routeWithWriter, request, reply))
          : handleJsonCall(app, routeWithWriter, request, reply),
    };
    fastify.route({ ...options, method: 'POST' });
    if (call.answersGet) fastify.route({ ...options, method: 'GET' });
  }
}

interface RouteWithWriter extends Route {
  /** Turns the handler's output into the JSON body of the response. */
  write: JsonWriter;
}

async function handleJsonCall(app: App, route: RouteWithWriter, request: FastifyRequest, reply: FastifyReply) {
  const { call, handler, write } = route;
  if (request.isMultipart()) {
    await drainBody(request, maxUploadBytes(app));
    await checkTokenWithoutBody(app, call, request);
    throw new ServerError(415, 'invalidRequest', sharedRefusals.invalidRequest);
  }
  const body = request.method === 'GET' ? {} : request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isTooDeep(body)) {
    await checkTokenWithoutBody(app, call, request);
    throw invalidRequest();
  }
  const cookies = openCookies(app, request, reply);
  const access = await authorise(app, call, request, cookies, (body as Record<string, unknown>)['sessionId']);
  const context = createContext(app, call, request, cookies, access, readForm(call, body), noUpload);
  await checkRules(route, context);
  const output = call.isReport
    ? await app.reportReader.read((db) => handler({ ...context, db }), request.log)
    : await handler(context);
  if (call.responseType === 'file') return sendDownload(reply, output as never);
  void reply.type(jsonType);
  return write(output);
}

/** Makes a JSON call for a signed-in person in the course of another request, and returns the body of the answer. */
export type MakeCall = (
  path: string,
  input: object,
  person: SignedInPerson,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string>;

/**
 * Returns a function that makes calls within the server, with the same rights and rules as over HTTP. Whoever uses it
 * has checked the person's session.
 */
export function createCallMaker(app: App, routes: Route[]): MakeCall {
  const routesWithWriters = new Map<string, RouteWithWriter>();
  // Creating a writer takes time, so each is created when it is first used.
  const addWriter = (path: string): RouteWithWriter => {
    const route = routes.find(({ call }) => call.path === path);
    if (!route) throw new Error(`There is no call ${path}.`);
    const routeWithWriter = { ...route, write: createResponseWriter(route.call) };
    routesWithWriters.set(path, routeWithWriter);
    return routeWithWriter;
  };
  return async (path, input, person, request, reply) => {
    const route = routesWithWriters.get(path) ?? addWriter(path);
    const { call, handler, write } = route;
    await applyRateLimit(app, call, request, app.authentication.deviceCookie(request, reply));
    checkRights(call, person);
    const cookies = openCookies(app, request, reply);
    const access = { person, token: null };
    const context = createContext(app, call, request, cookies, access, readForm(call, input), noUpload);
    await checkRules(route, context);
    return write(await handler(context));
  };
}

const jsonType = 'application/json; charset=utf-8';

/** The deepest nesting of objects and lists that a body may have. No form is nested this deeply. */
const maxDepth = 8;

function isTooDeep(value: unknown, level = 1): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level > maxDepth || Object.values(value).some((inner) => isTooDeep(inner, level + 1));
}

/** Adds an upload to `app.uploads` while it is in progress, so that a closing server waits for it. */
async function trackUpload<T>({ uploads }: App, upload: Promise<T>): Promise<T> {
  uploads.add(upload);
  try {
    return await upload;
  } finally {
    uploads.delete(upload);
  }
}

async function handleUpload(
  app: App,
  { call, handler, write }: RouteWithWriter,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!request.isMultipart()) await checkTokenWithoutBody(app, call, request);
  const upload = await openUpload(request, reply, maxUploadBytes(app));
  try {
    const cookies = openCookies(app, request, reply);
    const access = await authorise(app, call, request, cookies, upload.sessionId);
    if (access.person) request.allowUpload();
    const output = await handler(createContext(app, call, request, cookies, access, {}, upload));
    void reply.type(jsonType);
    return write(output);
  } finally {
    // The body is read to its end even after an early refusal, because browsers show no response before they have sent
    // the whole body.
    await upload.drain();
  }
}

/** The maximum size of an upload request, in bytes. */
const maxUploadBytes = ({ settings }: App) => settings.providerConfig.uploads.megabytesPerRequest * 1_000_000;

interface Cookies {
  sessionCookie: SessionCookie;
  deviceCookie: DeviceCookie;
}

const openCookies = ({ authentication }: App, request: FastifyRequest, reply: FastifyReply): Cookies => ({
  sessionCookie: authentication.sessionCookie(request, reply),
  deviceCookie: authentication.deviceCookie(request, reply),
});

/**
 * Checks whether the caller may make a call, with a session or a token. Cookies alone are no sign-in, so a call with a
 * token may send some. Returns the caller; `person` is null if nobody is signed in and everyone may make the call. Throws
 * 'session invalid', 403 or 429, and what `authoriseToken` throws.
 */
async function authorise(
  app: App,
  call: Call,
  request: FastifyRequest,
  { sessionCookie, deviceCookie }: Cookies,
  sessionId: unknown,
): Promise<Access> {
  const tokenText = readToken(request);
  if (tokenText !== null) {
    const access = await authoriseToken(app, call, request, tokenText, sessionId);
    checkRights(call, access.person);
    return access;
  }
  const person = isSessionId(sessionId)
    ? await app.authentication.findSession(sessionId, sessionCookie.read(sessionId))
    : null;
  request.personId = person?.id ?? null;
  await applyRateLimit(app, call, request, deviceCookie);
  if (person) checkRights(call, person);
  else if (call.may !== 'everyone') throw noSession();
  return { person, token: null };
}

/** Throws 403 if a signed-in person may not make a call. */
function checkRights(call: Call, person: SignedInPerson): void {
  if (call.may === 'everyone') return;
  const setup = requiredSetup(person);
  if (setup && call.allowedBeforeSetUpOf !== setup) {
    const code = setup === 'password' ? 'passwordChangeRequired' : 'secondFactorSetUpRequired';
    throw new ServerError(403, code, sharedRefusals[code]);
  }
  if (!person.caller || (call.may !== 'signedIn' && !call.may.includes(person.caller)))
    throw new ServerError(403, 'forbidden', sharedRefusals.forbidden);
}

/**
 * Counts a call towards its rate limit, and throws 429 if the limit is exceeded. If nobody is signed in and the limit
 * of the IP address is exceeded, a device on which a person has signed in before may still make the call. It then
 * counts towards the limit of that person.
 */
async function applyRateLimit(
  app: App,
  { rateLimit }: Call,
  { personId, ipAddress }: FastifyRequest,
  { readHashes }: DeviceCookie,
) {
  try {
    await app.rateLimiter.countCall(rateLimit, personId === null ? null : { person: personId }, ipAddress);
  } catch (error) {
    const isAddressLimitExceeded = error instanceof ServerError && personId === null;
    const trustedPersonId = isAddressLimitExceeded ? await app.authentication.findTrustedPerson(readHashes()) : null;
    if (trustedPersonId === null) throw error;
    await app.rateLimiter.countCall(rateLimit, { person: trustedPersonId }, ipAddress);
  }
}

/**
 * Returns what the person must set up before making other calls: first a password, then the second factor; false if
 * nothing.
 */
function requiredSetup(person: SignedInPerson): Call['allowedBeforeSetUpOf'] {
  if (person.mustChangePassword) return 'password';
  return person.mustSetUpSecondFactor && 'secondFactor';
}

/**
 * Throws the refusal `invalid` if the form breaks rules of the call. If the object of the call does not exist, or does
 * not belong to the caller, throws 404 instead (reference 2.4).
 */
async function checkRules({ call, objectExists }: Route, context: Context<Call>): Promise<void> {
  const fieldErrors = call.rules(context.input as never, {
    forbiddenInEmail: context.app.settings.providerConfig.forbiddenInEmail,
  });
  const [firstError] = fieldErrors;
  if (!firstError) return;
  if (!(await objectExists(context))) throw notFound();
  throw new ServerError(call.refusalStatus, 'invalid', firstError.message, { errors: fieldErrors });
}

function createContext(
  app: App,
  call: Call,
  request: FastifyRequest,
  cookies: Cookies,
  { person, token }: Access,
  input: unknown,
  { files, fields, signal }: Pick<Upload, 'files' | 'fields' | 'signal'>,
): Context<Call> {
  return {
    input,
    // Null only in calls that everyone may make. Their handlers receive the type `SignedIn | null`.
    person: person as SignedInPerson,
    app,
    db: app.db,
    transaction: (work) => transactWithToken(app.db, token, work),
    refuse: (code, message) => new ServerError(call.refusalStatus, code, message ?? call.refusals[code] ?? ''),
    ipAddress: request.ipAddress,
    sessionCookie: cookies.sessionCookie,
    deviceCookie: cookies.deviceCookie,
    readCookie: (name) => readCookies(request).get(name) ?? null,
    logSecurityEvent: (event, details) => logSecurityEvent(request.log, event, { ...details, call: call.path }),
    describeDevice: () => describeDevice(request.headers['user-agent']),
    files,
    fields,
    signal,
  };
}

type Fields = Record<string, z.ZodMiniType>;

/**
 * Returns a function that turns the output of a call's handler into the JSON body of the response. It leaves out fields
 * that the contract does not declare, and encodes values as the contract declares them, such as flags as 0 or 1.
 */
function createResponseWriter(call: Call): JsonWriter {
  const { meta, ...otherFields } =
    call.output instanceof z.ZodMiniObject ? (call.output.shape as Fields) : ({} as Fields);
  const writeFields = createFieldsWriter(otherFields);
  const writeMeta = createFieldsWriter(meta instanceof z.ZodMiniObject ? (meta.shape as Fields) : {});
  const successField = '"status":"success"';
  return (output) => {
    const fields = [
      writeFields(output),
      call.hasTopLevelStatus ? successField : '',
      `"meta":{${joinFields(writeMeta(metaOf(output)), successField)}}`,
    ];
    return `{${joinFields(...fields)}}`;
  };
}

const metaOf = (output: unknown) => (output as { meta?: object }).meta ?? {};

const joinFields = (...fields: string[]) => fields.filter(Boolean).join(',');

/** Stands in for an upload in calls without a multipart body: it has no files, and its signal never fires. */
const noUpload = { files: noFiles(), fields: new Map<string, string>(), signal: new AbortController().signal };

async function* noFiles(): AsyncGenerator<IncomingFile> {}
