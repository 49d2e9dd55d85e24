import type { Readable } from 'node:stream';
import type { Call, CodeOf, OutputOf, ParsedOf } from '../../../shared/call.ts';
import type { Scanner } from '../../storage/clamd.ts';
import type { FileStore } from '../../storage/store.ts';
import type { Authentication, DeviceCookie, SessionCookie, SignedInPerson } from './authentication.ts';
import type { Clock, Db, Tx } from '../../database/db.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { ServerError } from '../../server-error.ts';
import type { ReportReader } from '../../database/replica.ts';
import type { SecurityEvent, SecurityDetails } from '../monitoring/security-log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RateLimiter } from '../../rate-limit/rate-limiter.ts';

/** The services and state that handlers use. There is one object for each process. */
export interface App {
  settings: Settings;
  db: Db;
  clock: Clock;
  store: FileStore;
  /** The virus scanner; null if none is configured. */
  scanner: Scanner | null;
  rateLimiter: RateLimiter;
  reportReader: ReportReader;
  metrics: Metrics;
  authentication: Authentication;
  /** Whether bookings lock rows. Only tests set this to false, to check that they detect missing locks. */
  usesLocks: boolean;
  /**
   * Whether the server is closing. It still answers calls, but /readyz fails, so that a load balancer sends no new
   * calls.
   */
  isClosing: boolean;
  /** The uploads in progress. An upload stays here until it has cleaned up, even if its caller has hung up. */
  uploads: Set<Promise<unknown>>;
}

/** A file of a multipart body. `numbers` are the numbers after the session id in its field name. */
export interface IncomingFile {
  name: string;
  numbers: number[];
  bytes: Readable;
}

/** What a handler receives for a call whose session, role and form have been checked. */
export interface Context<C> {
  input: ParsedOf<C>;
  /** Null only in calls that everyone may make. */
  person: C extends { may: 'everyone' } ? SignedInPerson | null : SignedInPerson;
  app: App;
  db: Db;
  /** Runs a transaction, and repeats it after a deadlock. An error that `work` throws rolls it back. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Creates a refusal that the call declares, for the handler to throw. `message` replaces the contract's message. */
  refuse: (code: CodeOf<C>, message?: string) => ServerError;
  /** The caller's IP address in the form that the rate limiter counts. */
  ipAddress: string;
  /** The session cookie. Set or remove it only after the transaction has been committed. */
  sessionCookie: SessionCookie;
  /** The cookie of a browser in which people have signed in before. */
  deviceCookie: DeviceCookie;
  /** Returns the value of a cookie that the request sends, by its full name; null if it sends none. */
  readCookie: (name: string) => string | null;
  /** Writes a security event to the server's log. */
  logSecurityEvent: (event: SecurityEvent, details: Omit<SecurityDetails, 'call'>) => void;
  /** Returns the caller's browser and operating system in German words; '' if unknown. */
  describeDevice: () => string;
  /** The files of a multipart body, in order; empty for other bodies. */
  files: AsyncIterable<IncomingFile>;
  /** The text fields of a multipart body by name; complete only after all `files` have been read. */
  fields: ReadonlyMap<string, string>;
  /** Fires if the caller hangs up before the response has been sent. */
  signal: AbortSignal;
}

export type Handler<C> = (context: Context<C>) => Promise<OutputOf<C>>;

/** One handler for each call of a contract. Code with a missing handler does not compile. */
export type Handlers<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { path: string; may: unknown } ? Name : never]: Handler<
    Contract[Name]
  >;
};

/** Checks whether the object of a call exists, and belongs to the caller if the call requires that. */
type ExistenceCheck<C> = (context: Pick<Context<C>, 'input' | 'person' | 'app' | 'db'>) => Promise<boolean>;

/**
 * Existence checks for the calls that have both rules and an object. A check runs before broken rules are reported.
 * Handlers check again after they have locked the object.
 */
export type ExistenceChecks<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { path: string; may: unknown } ? Name : never]?: ExistenceCheck<
    Contract[Name]
  >;
};

/** A call, its handler and its existence check. */
export interface Route {
  call: Call;
  handler: Handler<Call>;
  objectExists: ExistenceCheck<Call>;
}

/** Creates the routes of a feature from its contract and its handlers. */
export function createRoutes<Contract extends object>(contract: Contract, handlers: Handlers<Contract>): Route[] {
  return createRoutesWithExistenceChecks(contract, {}, handlers);
}

/** Like `createRoutes`, but with checks that an object exists, which run before broken rules are reported. */
export function createRoutesWithExistenceChecks<Contract extends object>(
  contract: Contract,
  checks: ExistenceChecks<Contract>,
  handlers: Handlers<Contract>,
): Route[] {
  return Object.entries(handlers).map(([name, handler]) => ({
    call: contract[name as keyof Contract] as unknown as Call,
    handler: handler as Handler<Call>,
    objectExists: (checks[name as keyof ExistenceChecks<Contract>] as ExistenceCheck<Call> | undefined) ?? alwaysExists,
  }));
}

const alwaysExists = () => Promise.resolve(true);
