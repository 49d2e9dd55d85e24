import { useSyncExternalStore } from 'react';

/** The severity of a message, which sets the look of its toast. */
export type Severity = 'success' | 'info' | 'warning' | 'error';
/**
 * Shows a message. `about` names its subject, by default the message itself. A message replaces earlier messages about
 * the same subject if their severity differs or if it is a success. `undo` reverses the reported action; the message
 * then has a button for this. `appointments` are the ids of the appointments that were acted on: any later message
 * about one of them takes the button 'Rückgängig' of an earlier one away, except for a failure.
 */
type Show = (
  severity: Severity,
  message: string,
  about?: string,
  undo?: () => void,
  appointments?: readonly number[],
) => void;

// The component that shows toasts is loaded after the page. Messages sent before that wait here.
const waitingMessages: Parameters<Show>[] = [];
const listeners = new Set<() => void>();
let hasWaited = false;
let show: Show = (...message) => {
  waitingMessages.push(message);
  hasWaited = true;
  for (const listener of listeners) listener();
};

/** Whether any message was sent before the component that shows it was loaded. */
export function useToastWaiting(): boolean {
  return useSyncExternalStore(subscribe, () => hasWaited);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Connects the component that shows toasts (`Toasts.tsx`). */
export function connectToastDisplay(display: Show) {
  show = display;
  for (const message of waitingMessages.splice(0)) show(...message);
}

function showAs(severity: Severity) {
  return (message: string, about?: string, undo?: () => void, appointments?: readonly number[]) =>
    show(severity, message, about, undo, appointments);
}

/**
 * Shows a message for 5 seconds, or for 60 with 'Rückgängig': `toast.success('Der Termin wurde gebucht!', 'booking')`.
 * Removes an earlier message of another severity about the same subject, so that a success and a failure of one action
 * are never shown together. Works outside of components, too.
 */
export const toast = {
  success: showAs('success'),
  info: showAs('info'),
  warning: showAs('warning'),
  error: showAs('error'),
};
