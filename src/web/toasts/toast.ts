import { useSyncExternalStore } from 'react';

/** The severity of a message, which sets the look of its toast. */
export type Severity = 'success' | 'info' | 'warning' | 'error';
/**
 * `about` names the subject of the message, by default the message itself: a newer message replaces an earlier one on
 * the same subject that it contradicts. `undo` reverses what the message reports; the message then has a button for it.
 */
type Show = (severity: Severity, message: string, about?: string, undo?: () => void) => void;

// The component that shows toasts is loaded after the page; earlier messages wait here.
const waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();
let anyWaiting = false;
let show: Show = (...message) => {
  waiting.push(message);
  anyWaiting = true;
  for (const listener of listeners) listener();
};

/** Whether a message was sent before the component that shows it was loaded. */
export function useToastWaiting(): boolean {
  return useSyncExternalStore(subscribe, () => anyWaiting);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Connects the component that shows toasts (`Toasts.tsx`). */
export function showToastsWith(display: Show) {
  show = display;
  for (const message of waiting.splice(0)) show(...message);
}

function add(severity: Severity) {
  return (message: string, about?: string, undo?: () => void) => show(severity, message, about, undo);
}

/**
 * Shows a message for 5 seconds, with 'Rückgängig' for 60: `toast.success('Der Termin wurde gebucht!', 'booking')`. An
 * earlier message of another severity about the same subject is removed: a success and a failure of one action are
 * never shown together. Works outside of components, too.
 */
export const toast = { success: add('success'), info: add('info'), warning: add('warning'), error: add('error') };
