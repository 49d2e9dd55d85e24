import { lazy, type ComponentType } from 'react';
import { fetchServerBuild, waitForConnection } from './calls/connection.ts';
import { afterFirstScreen } from './firstScreen.ts';

/** How long a chunk may take to load, in milliseconds (reference 1.9). */
const chunkTimeoutMs = 120_000;
/**
 * The minimum time between two reloads, in milliseconds. It prevents endless reloads if the newer build lacks the
 * chunk, too.
 */
const minReloadIntervalMs = 60_000;

class ChunkTimeoutError extends Error {}

/**
 * Loads a chunk. If there is no connection, it waits for one. If the server has a newer build, it reloads the page,
 * since the old chunks are gone. If the chunk takes longer than two minutes or fails twice, the promise rejects and
 * 'Loading chunk … failed' is logged (reference 1.9). The route's fallback then tells the user what to do.
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>, attemptsLeft = 2): Promise<T> {
  try {
    return await withTimeout(name, load);
  } catch (error) {
    // Null after a timeout: the chunk is then not requested again.
    const serverBuild = error instanceof ChunkTimeoutError ? null : await fetchServerBuild();
    if (serverBuild === 'none') {
      await waitForConnection();
      return loadChunk(name, load, attemptsLeft);
    }
    if (serverBuild === 'otherBuild' && reloadUnlessRecent()) return new Promise(() => {});
    if (serverBuild !== null && attemptsLeft > 1) return loadChunk(name, load, attemptsLeft - 1);
    // The fallback shows a message to the user; the console gets the reason.
    console.error(`Loading chunk ${name} failed`);
    throw error;
  }
}

function withTimeout<T>(name: string, load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeoutError(`Loading chunk ${name} failed`)), chunkTimeoutMs);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Reloads the page and returns true, unless it was reloaded within the last minute. */
function reloadUnlessRecent(): boolean {
  const reloadedAt = Number(sessionStorage.getItem('reloadedAt'));
  if (Date.now() - reloadedAt < minReloadIntervalMs) return false;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
  return true;
}

/**
 * Returns a component in its own chunk. The chunk is loaded when the browser is idle, or at the latest when the
 * component is first shown. Once loaded, it opens immediately, even without a connection. `name` is logged if loading
 * fails.
 */
export function lazyComponent<Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  afterFirstScreen(() => preload(load));
  return lazy(() => loadChunk(name, load));
}

/** How long `lazyOptionalComponent` waits before it requests the chunk again, in milliseconds. */
const retryDelayMs = 30_000;

/**
 * Returns a component that the page can work without. If its chunk cannot be loaded, the page shows no error, and the
 * chunk is requested again every half minute.
 */
export function lazyOptionalComponent<Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadUntilItSucceeds = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await loadChunk(name, load);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
      return loadUntilItSucceeds();
    }
  };
  return lazy(loadUntilItSucceeds);
}

const preloadQueue: (() => Promise<unknown>)[] = [];

/**
 * Adds a chunk to the queue. The chunks are loaded one at a time, so that they never compete with a chunk that the user
 * is waiting for.
 */
function preload(load: () => Promise<unknown>): void {
  // A user whose browser is set to save data may pay for every byte.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  if (preloadQueue.push(load) === 1) void preloadNext();
}

async function preloadNext(): Promise<void> {
  await waitUntilIdle();
  // A chunk that fails to load now is requested again when it is needed.
  await preloadQueue[0]?.().catch(() => {});
  preloadQueue.shift();
  if (preloadQueue.length > 0) void preloadNext();
}

function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}
