/**
 * Stands in for the browser's storage, which modules read when they are imported. It is empty, since the server does not
 * know what a browser has stored.
 */
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true });
