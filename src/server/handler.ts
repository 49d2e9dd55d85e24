import type { Readable } from 'node:stream';
import type { Call, CodeOf, OutputOf, ParsedOf } from '../shared/call.ts';
import type { Scanner } from '../files/clamd.ts';
import type { Inspectors } from '../files/inspection/pool.ts';
import type { FileStore } from '../files/store.ts';
import type { Companion } from './companion.ts';
import type { Clock, Db, Tx } from './db.ts';
import type { DeviceCookie } from './known-device.ts';
import type { Metrics } from './metrics.ts';
import type { Refused } from './refusal.ts';
import type { Reports } from './replica.ts';
import type { SecurityEvent, SecurityFacts } from './security-log.ts';
import type { FindSession, SignedIn } from './session.ts';
import type { Settings } from './settings.ts';
import type { Throttle } from './throttle.ts';

/** What every handler works with; one object for the life of the app. */
export interface App {
  settings: Settings;
  db: Db;
  clock: Clock;
  store: FileStore;
  /** Workers that look into uploaded documents. */
  inspectors: Inspectors;
  /** Null where no virus scanner is set. */
  scanner: Scanner | null;
  throttle: Throttle;
  reports: Reports;
  /** Counts for those who watch the portal. */
  metrics: Metrics;
  findSession: FindSession;
  /** Locks of the booking. Only tests switch them off, to show that their absence is seen. */
  locks: boolean;
  /** The server ends: it answers what comes, and asks to be sent nothing more. */
  ending: boolean;
  /** Uploads at work; one whose caller has hung up still cleans up after itself. */
  uploads: Set<Promise<unknown>>;
}

/** One file of a multipart body. `numbers` are those that stand behind the session id in the field's name. */
export interface IncomingFile {
  name: string;
  numbers: number[];
  bytes: Readable;
}

/** A call on its way in: session, role and form are settled before the handler's first line. */
export interface Incoming<C> {
  input: ParsedOf<C>;
  /** Null only where everybody may call. */
  person: C extends { may: 'everyone' } ? SignedIn | null : SignedIn;
  app: App;
  db: Db;
  /** One transaction, tried again where the database asks for it; a refusal thrown inside rolls it back. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** A refusal that this call declares, to be thrown; `message` replaces the sentence of the contract. */
  refuse: (code: CodeOf<C>, message?: string) => Refused;
  /** The caller's network address as the counters use it. */
  address: string;
  /** The cookie beside the session; given and taken once the transaction is done. */
  companion: Companion;
  /** The cookie that tells people who have signed in here from strangers behind the same address. */
  deviceCookie: DeviceCookie;
  /** Writes a security event into the server's log. */
  record: (event: SecurityEvent, facts: Omit<SecurityFacts, 'call'>) => void;
  /** The caller's browser in words, '' where it does not say. */
  device: () => string;
  /** The files of a multipart body, one after the other; empty for other bodies. */
  files: AsyncIterable<IncomingFile>;
  /** The text parts of a multipart body by name; complete once `files` are read to their end. */
  fields: ReadonlyMap<string, string>;
  /** Fires when the caller hangs up before the answer is out. */
  signal: AbortSignal;
}

export type Handler<C> = (incoming: Incoming<C>) => Promise<OutputOf<C>>;

/** One handler for every call that a contract declares: a missing one does not compile. */
export type Handlers<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { path: string; may: unknown } ? Name : never]: Handler<
    Contract[Name]
  >;
};

/** Whether what a call is about exists, and is the caller's where it has to be. */
type Exists<C> = (asked: Pick<Incoming<C>, 'input' | 'person' | 'app' | 'db'>) => Promise<boolean>;

/** For calls with rules and an object: asked before broken rules are told. A handler looks for itself, under its locks. */
export type Objects<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { path: string; may: unknown } ? Name : never]?: Exists<
    Contract[Name]
  >;
};

/** A call together with the handler that serves it. */
export interface Served {
  call: Call;
  handler: Handler<Call>;
  exists: Exists<Call>;
}

/** The served calls of a noun: its contract and one handler for each of its calls. */
export function serve<Contract extends object>(contract: Contract, handlers: Handlers<Contract>): Served[] {
  return serveObjects(contract, {}, handlers);
}

/** The same for a noun with calls whose object is looked for before broken rules are told. */
export function serveObjects<Contract extends object>(
  contract: Contract,
  objects: Objects<Contract>,
  handlers: Handlers<Contract>,
): Served[] {
  return Object.entries(handlers).map(([name, handler]) => ({
    call: contract[name as keyof Contract] as unknown as Call,
    handler: handler as Handler<Call>,
    exists: (objects[name as keyof Objects<Contract>] as Exists<Call> | undefined) ?? always,
  }));
}

const always = () => Promise.resolve(true);
