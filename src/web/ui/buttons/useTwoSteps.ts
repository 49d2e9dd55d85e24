import { useEffect, useState } from 'react';

/** How long a control stays armed, in milliseconds. */
const armedMs = 5_000;
/** The same if a sentence appears with the question, which has to be read first. */
const readingMs = 30_000;

/** The question on an armed control. */
export const confirmQuestion = 'Sicher?';

interface TwoSteps {
  isArmed: boolean;
  /** Handles a click, or a key press that the browser reports as one. `detail` is the event's count of clicks in a row. */
  handleClick: (click: { detail: number }) => void;
  disarm: () => void;
}

/**
 * Guards a destructive action: the first call of `handleClick` arms the control, and the second calls `onConfirm`. The
 * second half of a double click does not count, since nobody can have read the question by then. The control is
 * disarmed after 5 s, or after 30 s if `hasSentence` says that a sentence appears while it is armed. Call `disarm` when
 * it loses the focus.
 */
export function useTwoSteps(onConfirm: () => void, hasSentence = false): TwoSteps {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setIsArmed(false), hasSentence ? readingMs : armedMs);
    return () => clearTimeout(timer);
  }, [isArmed, hasSentence]);
  return {
    isArmed,
    handleClick: ({ detail }) => {
      if (isArmed && detail > 1) return;
      setIsArmed(!isArmed);
      if (isArmed) onConfirm();
    },
    disarm: () => setIsArmed(false),
  };
}
