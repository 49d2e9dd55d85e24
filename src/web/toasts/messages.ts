import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { connectToastDisplay, type Severity } from './toast.ts';

/** A message on the screen. */
export interface Message {
  id: number;
  severity: Severity;
  text: string;
  undo: (() => void) | undefined;
  /** The ids of the appointments that were acted on. */
  appointments: readonly number[];
  /** Milliseconds until it closes automatically. */
  duration: number;
  /** When it was sent, in ms since the document was opened. */
  sentAt: number;
  /** Whether it has been closed and is fading out. */
  isFadingOut: boolean;
}

/** How long a message fades in and out, in ms. */
export const fadeTime = 160;

/** How long a message is shown, in ms. Over a dialog on a narrow screen, one with 'Rückgängig' hides then. */
export const normalDuration = 5_000;
/**
 * How long a message with 'Rückgängig' is shown, in ms. The mail about the action is delayed by the same time, so that
 * undoing the action prevents the mail (reference 11.7).
 */
const undoDuration = 60_000;

let latestId = 0;
/** The latest messages about each subject, which may already have closed. */
const latestMessages = new Map<string, { severity: Severity; ids: number[] }>();

/**
 * Returns the messages, newest first, the function `close`, which fades messages out, and the function `remove` for a
 * message that has faded out. Messages sent before the component was mounted are shown immediately.
 */
export function useMessages() {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const close = useCallback((...ids: number[]) => {
    setMessages((before) =>
      before.map((message) => (ids.includes(message.id) ? { ...message, isFadingOut: true } : message)),
    );
  }, []);
  const remove = useCallback(
    (id: number) => setMessages((before) => before.filter((message) => message.id !== id)),
    [],
  );
  useEffect(
    () =>
      connectToastDisplay((severity, text, about = text, undo, appointments = []) => {
        // A message closes earlier ones that it contradicts. Repeated successes replace each other, since several of
        // them would cover a phone's form. Failures are all kept.
        const previous = latestMessages.get(about) ?? { severity, ids: [] };
        const replacesPrevious = previous.severity !== severity || severity === 'success';
        if (replacesPrevious) close(...previous.ids);
        const id = ++latestId;
        const duration = undo ? undoDuration : normalDuration;
        const message = {
          id,
          severity,
          text,
          undo,
          appointments,
          duration,
          sentAt: performance.now(),
          isFadingOut: false,
        };
        setMessages((earlier) => [
          message,
          ...earlier.map((other) => (endsUndo(message, other) ? { ...other, isFadingOut: true } : other)),
        ]);
        latestMessages.set(about, { severity, ids: replacesPrevious ? [id] : [...previous.ids, id] });
      }),
    [close],
  );
  useLeftPage((actedAt) => {
    const done = messages.filter((message) => belongsToLeftPage(message, actedAt));
    close(...done.map(({ id }) => id));
  });
  return { messages, close, remove };
}

/**
 * Whether a new message ends an earlier one with 'Rückgängig' (reference 1.7). Only the last action can be undone by a
 * message, since messages that stay for a minute would pile up; and none once something else has been done with one of
 * its appointments.
 */
export function endsUndo(
  next: Pick<Message, 'severity' | 'undo' | 'appointments'>,
  earlier: Pick<Message, 'undo' | 'appointments'>,
): boolean {
  if (!earlier.undo) return false;
  if (next.undo) return true;
  return next.severity !== 'error' && next.appointments.some((id) => earlier.appointments.includes(id));
}

/**
 * Counts the newer messages before `message` in `messages`, newest first, without those that fade out. `apart` says
 * that messages with 'Rückgängig' have another place, so that only those of the same place count.
 */
export function countNewer<T extends Pick<Message, 'undo' | 'isFadingOut'>>(
  messages: readonly T[],
  message: T,
  apart = false,
): number {
  return messages
    .slice(0, messages.indexOf(message))
    .filter(({ undo, isFadingOut }) => !isFadingOut && (!apart || Boolean(undo) === Boolean(message.undo))).length;
}

/**
 * Whether a message goes when its page is left (reference 1.7): a success without 'Rückgängig' that was sent before the
 * user's last act on the page, at `actedAt`. One that was sent after it, as after a booking, came along with leaving and
 * is about what the next page shows, so it stays.
 */
export function belongsToLeftPage(
  { severity, undo, sentAt }: Pick<Message, 'severity' | 'undo' | 'sentAt'>,
  actedAt: number,
): boolean {
  return severity === 'success' && !undo && sentAt < actedAt;
}

/**
 * Calls `onLeft` after another page has appeared, with the instant of the user's last act on the one before, in ms since
 * the document was opened: a click, a key or 'Back'.
 */
function useLeftPage(onLeft: (actedAt: number) => void) {
  const { pathname } = useLocation();
  // The next page appears once its code has loaded, which can take a while.
  const nextPath = useNavigation().location?.pathname ?? pathname;
  const latestOnLeft = useRef(onLeft);
  const latestActAt = useRef(0);
  const page = useRef({ pathname, nextPath, actedAt: 0 });
  useEffect(() => {
    latestOnLeft.current = onLeft;
  });
  useEffect(() => {
    const listeners = new AbortController();
    const onAct = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) latestActAt.current = performance.now();
    };
    for (const type of ['click', 'keydown', 'popstate'])
      window.addEventListener(type, onAct, { capture: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  useEffect(() => {
    const { current } = page;
    // Not the present instant, since a busy device may draw long after the user left.
    if (nextPath !== current.nextPath) page.current = { ...current, nextPath, actedAt: latestActAt.current };
    if (pathname === current.pathname) return;
    page.current = { ...page.current, pathname };
    latestOnLeft.current(page.current.actedAt);
  }, [pathname, nextPath]);
}

/**
 * Calls `onEnd` after `duration` ms, not counting the time while it is paused. A new duration restarts the countdown.
 */
export function useCountdown(duration: number, paused: boolean, onEnd: () => void) {
  const latestOnEnd = useRef(onEnd);
  const remaining = useRef(duration);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  useEffect(() => {
    remaining.current = duration;
  }, [duration]);
  useEffect(() => {
    if (paused) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(() => latestOnEnd.current(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= Date.now() - startedAt;
    };
  }, [duration, paused]);
}
