/// <reference lib="webworker" />
import { offlinePath } from './paths.ts';

// The service worker. It keeps one page, which it shows in place of a page that cannot be loaded (reference 1.11).
// Everything else goes to the server: the worker keeps no responses of calls.

declare const self: ServiceWorkerGlobalScope;
/** The paths of the page and of its files, and a name that differs for each build (scripts/offline.ts). */
declare const offlineFiles: readonly string[];
declare const offlineCacheName: string;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(offlineCacheName)
      .then((cache) => cache.addAll(offlineFiles))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) => names.filter((name) => name !== offlineCacheName))
        .then((oldNames) => Promise.all(oldNames.map((name) => caches.delete(name)))),
      // The browser requests the page while it starts the worker.
      self.registration.navigationPreload?.enable(),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    if (request.destination === 'document') event.respondWith(loadPage(event));
  } else if (offlineFiles.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => findKept(request)));
});

async function loadPage(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return findKept(offlinePath);
  }
}

async function findKept(request: Request | string): Promise<Response> {
  // Stored and requested encodings never differ in one browser.
  return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
}
