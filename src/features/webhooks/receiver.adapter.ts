import { lookup as lookUpInDns } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { request as requestByHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf } from '../../platform/database/db.ts';
import { isForbiddenAddress } from './addresses.rules.ts';

/** Finds all IP addresses of a host. Only tests replace the one of the system. */
export type LookUp = (hostname: string) => Promise<LookupAddress[]>;

/** The usual way to look a host up: as the system does it. */
export const lookUpBySystem: LookUp = (hostname) => lookUpInDns(hostname, { all: true });

/** How long a try takes at most, from the look-up to the end of the answer, in milliseconds. */
const tryMs = 10_000;
/** How much of an answer is read at most, in bytes, and how much of its text is kept, in characters. */
const maxAnswerBytes = 64_000;
const keptAnswerLength = 500;

/** An address to which the portal must not send. */
export class ForbiddenAddress extends Error {
  readonly code = 'forbiddenAddress';
}

/** The time for a try is over. */
class TimeIsUp extends Error {
  readonly code = 'timeout';
}

/** Where to send, and with which exceptions: `hosts` are those of WEBHOOK_HOSTS. */
export interface Receiver {
  url: string;
  hosts: readonly string[];
  lookUp: LookUp;
  /** How long a try takes at most, in milliseconds; only tests set a shorter time than ten seconds. */
  limitMs?: number;
}

/**
 * Returns the IP addresses of a receiver. Throws ForbiddenAddress if it is not reached by https, or if any of them is
 * forbidden, unless WEBHOOK_HOSTS names its host; and the error of the look-up if its host is unknown.
 */
export async function findAllowedAddresses({ url, hosts, lookUp }: Receiver): Promise<LookupAddress[]> {
  const parsedUrl = new URL(url);
  const isNamed = isNamedHost(parsedUrl, hosts);
  if (parsedUrl.protocol !== 'https:' && !(isNamed && parsedUrl.protocol === 'http:')) throw new ForbiddenAddress();
  const hostname = parsedUrl.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(hostname);
  const addresses = family === 0 ? await lookUp(hostname) : [{ address: hostname, family }];
  if (!isNamed && addresses.some(({ address }) => isForbiddenAddress(address))) throw new ForbiddenAddress();
  return addresses;
}

/**
 * Whether the portal must not send to a receiver, as far as that is known now: a host that cannot be looked up is not
 * forbidden, because the addresses are looked up again at each delivery.
 */
export async function isForbiddenReceiver(receiver: Receiver): Promise<boolean> {
  const signal = AbortSignal.timeout(receiver.limitMs ?? tryMs);
  try {
    await Promise.race([findAllowedAddresses(receiver), rejectWhenAborted(signal)]);
    return false;
  } catch (error) {
    return error instanceof ForbiddenAddress;
  }
}

/** The outcome of a try: the status and the beginning of the answer, or the code of the error. */
export type Outcome = { status: number; answer: string; error: null } | { status: null; answer: null; error: string };

/** The outcome of a try without an answer. */
export const failedBy = (error: string): Outcome => ({ status: null, answer: null, error });

/**
 * Sends a body to a receiver and returns the status and the beginning of its answer, as soon as that is complete, long
 * enough or the ten seconds are over. Connects to one of the very addresses that have been checked, and follows no
 * redirect. `signal` ends the try. Never throws.
 */
export async function post(
  receiver: Receiver,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Outcome> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), receiver.limitMs ?? tryMs);
  const ended = AbortSignal.any([signal, limit.signal]);
  try {
    const addresses = await Promise.race([findAllowedAddresses(receiver), rejectWhenAborted(ended)]);
    const answer = await send(new URL(receiver.url), addresses, { headers, body, signal: ended });
    return { ...answer, error: null };
  } catch (error) {
    return failedBy(limit.signal.aborted ? 'timeout' : codeOf(error) || 'unknown');
  } finally {
    clearTimeout(timer);
  }
}

/** Never resolves, and rejects as soon as the signal fires. */
async function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const rejectNow = () => reject(new TimeIsUp());
    if (signal.aborted) rejectNow();
    signal.addEventListener('abort', rejectNow, { once: true });
  });
}

/** Sends one request to one of the addresses, and resolves with the status and the beginning of its answer. */
async function send(
  url: URL,
  addresses: LookupAddress[],
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<{ status: number; answer: string }> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      // A connection of its own, which no proxy of the environment takes over.
      agent: false,
      lookup: lookUpAs(addresses),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'coaching-portal',
      },
    });
    signal.addEventListener('abort', () => outgoing.destroy(new TimeIsUp()), { once: true });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      // From here on the status counts, whatever happens to the rest of the answer.
      outgoing.off('error', reject).on('error', () => {});
      readToEnd(answer, outgoing, (text) => resolve({ status: answer.statusCode ?? 0, answer: text }));
    });
    outgoing.end(body);
  });
}

/** Reads an answer until it ends, breaks off or is too long, and then calls `done` with the beginning of its text. */
function readToEnd(answer: IncomingMessage, outgoing: ClientRequest, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxAnswerBytes) outgoing.destroy();
  });
  answer.on('error', () => {});
  answer.on('close', () => done(toText(Buffer.concat(chunks))));
}

/** The beginning of an answer as text, without characters that cannot be shown or stored. */
function toText(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/(?![\n\t])\p{C}/gu, '');
  return Array.from(text.trim()).slice(0, keptAnswerLength).join('');
}

/** A look-up that returns these addresses for every host. */
function lookUpAs(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** A host that WEBHOOK_HOSTS names, in the form that URLs have; with `port` null all its ports. */
interface NamedHost {
  hostname: string;
  port: number | null;
}

/** Reads a host of WEBHOOK_HOSTS: `host`, `host:port`, `[IPv6]` or `[IPv6]:port`; null if it is none of these. */
function parseNamedHost(text: string): NamedHost | null {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^\s:/[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return null;
  return { hostname: new URL(`http://${host}`).hostname, port: port === undefined ? null : Number(port) };
}

/** Whether WEBHOOK_HOSTS names the host of an address, so that it may be in the own network (reference 18.3). */
function isNamedHost(url: URL, hosts: readonly string[]): boolean {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return hosts.some((text) => {
    const named = parseNamedHost(text);
    return named !== null && named.hostname === url.hostname && (named.port ?? port) === port;
  });
}
