import { useSyncExternalStore } from 'react';

/** What a toast looks like. */
export type Severity = 'success' | 'info' | 'warning' | 'error';
/** `about` names what the message is about, by default itself: of what is said of one thing nothing contradicts the rest. */
type Show = (severity: Severity, message: string, about?: string) => void;

// The list on the screen is loaded after the page; what is said before waits here.
const waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();
let somethingSaid = false;
let show: Show = (...said) => {
  waiting.push(said);
  somethingSaid = true;
  for (const listener of listeners) listener();
};

/** Whether there was a message before the list on the screen was. */
export function useSomethingSaid(): boolean {
  return useSyncExternalStore(subscribe, () => somethingSaid);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Connects the list on the screen (`Toasts.tsx`). */
export function showToastsWith(display: Show) {
  show = display;
  for (const said of waiting.splice(0)) show(...said);
}

function add(severity: Severity) {
  return (message: string, about?: string) => show(severity, message, about);
}

/**
 * Shows a message for 5 seconds: `toast.success('Der Termin wurde gebucht!', 'booking')`. What an earlier one has
 * said otherwise about the same goes: a success and a failure of one deed never stand side by side. Works outside of components too.
 */
export const toast = { success: add('success'), info: add('info'), warning: add('warning'), error: add('error') };
