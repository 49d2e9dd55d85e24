import { lazy, type ComponentType } from 'react';
import { askServer, untilConnected } from './connection.ts';
import { whenSettled } from './settled.ts';

/** How long a part of the product may take to arrive, milliseconds (spec §9). */
const patience = 120_000;
/** A newer build that lacks a part, too, is not loaded again and again, milliseconds. */
const betweenReloads = 60_000;

class TooSlow extends Error {}

/**
 * Loads a part of the product that stands in a chunk of its own. Without a connection it waits for it; where the server
 * has a newer build the page is loaded anew, for its old parts are gone. Where a part does not come within two minutes, or
 * not by a second try, the promise is refused with 'Loading chunk … failed' (spec §8), and the route's fallback offers a
 * way on.
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>, tries = 2): Promise<T> {
  try {
    return await inTime(name, load);
  } catch (error) {
    const answer = error instanceof TooSlow ? null : await askServer();
    if (answer === 'none') {
      await untilConnected();
      return loadChunk(name, load, tries);
    }
    if (answer === 'otherBuild' && reload()) return new Promise(() => {});
    if (answer !== null && tries > 1) return loadChunk(name, load, tries - 1);
    // The fallback speaks to people; whoever looks for the reason finds it in the console.
    console.error(`Loading chunk ${name} failed`);
    throw error;
  }
}

function inTime<T>(name: string, load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow(`Loading chunk ${name} failed`)), patience);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Loads the page anew, unless that has just been done. */
function reload(): boolean {
  const last = Number(sessionStorage.getItem('reloadedAt'));
  if (Date.now() - last < betweenReloads) return false;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
  return true;
}

/**
 * A component in a chunk of its own, loaded when it is first shown, or before that once the browser has nothing to do: a
 * tap then finds it there, also without a connection. `name` stands in the message of a failure.
 */
export function lazyPart<Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  whenSettled(() => fetchAhead(load));
  return lazy(() => loadChunk(name, load));
}

const ahead: (() => Promise<unknown>)[] = [];

/** One after the other, so that whatever somebody waits for has the connection to itself. */
function fetchAhead(load: () => Promise<unknown>): void {
  // Whoever saves data pays by the byte.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  if (ahead.push(load) === 1) void fetchNext();
}

async function fetchNext(): Promise<void> {
  await idle();
  // A part that does not come now is asked for again when it is needed.
  await ahead[0]?.().catch(() => {});
  ahead.shift();
  if (ahead.length > 0) void fetchNext();
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}
