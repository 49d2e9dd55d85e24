import type { Readable } from 'node:stream';
import type { Call, CodeOf, OutputOf, ParsedOf } from '../../../shared/call.ts';
import type { Scanner } from '../../storage/clamd.ts';
import type { FileStore } from '../../storage/store.ts';
import type { Authentication, DeviceCookie, SessionCookie, SignedIn } from './authentication.ts';
import type { Clock, Db, Tx } from '../../database/db.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { ServerError } from '../../server-error.ts';
import type { ReportReader } from '../../database/replica.ts';
import type { SecurityEvent, SecurityFacts } from '../monitoring/security-log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RateLimiter } from '../../rate-limit/rate-limiter.ts';

/** Everything that handlers work with; one object for the whole life of the process. */
export interface App {
  settings: Settings;
  db: Db;
  clock: Clock;
  store: FileStore;
  /** Null if no virus scanner is configured. */
  scanner: Scanner | null;
  rateLimiter: RateLimiter;
  reports: ReportReader;
  /** The metrics for monitoring. */
  metrics: Metrics;
  authentication: Authentication;
  /** Whether bookings take their locks. Only tests switch them off, to show that the tests notice missing locks. */
  locks: boolean;
  /** Whether the server is closing: it still answers calls, but /readyz fails, so that it gets no new ones. */
  closing: boolean;
  /** Uploads under way; one whose caller has hung up still has to clean up. */
  uploads: Set<Promise<unknown>>;
}

/** One file of a multipart body. `numbers` are the numbers after the session id in the name of its field. */
export interface IncomingFile {
  name: string;
  numbers: number[];
  bytes: Readable;
}

/** A call as its handler gets it, after session, role and form have been checked. */
export interface Context<C> {
  input: ParsedOf<C>;
  /** Null only in calls that everyone may make. */
  person: C extends { may: 'everyone' } ? SignedIn | null : SignedIn;
  app: App;
  db: Db;
  /** Runs one transaction, repeated after a deadlock; a refusal thrown inside rolls it back. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Creates a refusal for the handler to throw, one that the call declares; `message` replaces the contract's. */
  refuse: (code: CodeOf<C>, message?: string) => ServerError;
  /** The caller's network address as the rate limiter uses it. */
  address: string;
  /** The session cookie; set and remove it only after the transaction. */
  sessionCookie: SessionCookie;
  /** The cookie that distinguishes people who have signed in here from strangers behind the same address. */
  deviceCookie: DeviceCookie;
  /** Writes a security event into the server's log. */
  record: (event: SecurityEvent, facts: Omit<SecurityFacts, 'call'>) => void;
  /** The caller's browser and system in words, '' if unknown. */
  device: () => string;
  /** The files of a multipart body, in order; empty for other bodies. */
  files: AsyncIterable<IncomingFile>;
  /** The text parts of a multipart body by name; complete once `files` are read to their end. */
  fields: ReadonlyMap<string, string>;
  /** Fires when the caller hangs up before the answer is sent. */
  signal: AbortSignal;
}

export type Handler<C> = (context: Context<C>) => Promise<OutputOf<C>>;

/** One handler for every call that a contract declares: a missing one does not compile. */
export type Handlers<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { path: string; may: unknown } ? Name : never]: Handler<
    Contract[Name]
  >;
};

/** Whether the object of a call exists, and belongs to the caller if that is required. */
type Exists<C> = (context: Pick<Context<C>, 'input' | 'person' | 'app' | 'db'>) => Promise<boolean>;

/**
 * The checks of whether an object exists, for calls with rules and an object: they run before broken rules are
 * reported. Handlers check again, under their locks.
 */
export type ExistenceChecks<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { path: string; may: unknown } ? Name : never]?: Exists<
    Contract[Name]
  >;
};

/** A call together with the handler that serves it. */
export interface Route {
  call: Call;
  handler: Handler<Call>;
  exists: Exists<Call>;
}

/** The routes of a feature, from its contract and one handler for each of its calls. */
export function serve<Contract extends object>(contract: Contract, handlers: Handlers<Contract>): Route[] {
  return serveWithExistenceChecks(contract, {}, handlers);
}

/** Like `serve`, for a feature with calls whose object must exist before broken rules are reported. */
export function serveWithExistenceChecks<Contract extends object>(
  contract: Contract,
  objects: ExistenceChecks<Contract>,
  handlers: Handlers<Contract>,
): Route[] {
  return Object.entries(handlers).map(([name, handler]) => ({
    call: contract[name as keyof Contract] as unknown as Call,
    handler: handler as Handler<Call>,
    exists: (objects[name as keyof ExistenceChecks<Contract>] as Exists<Call> | undefined) ?? always,
  }));
}

const always = () => Promise.resolve(true);
