import { useEffect, useState } from 'react';

/** How long a control stays armed, in milliseconds. */
const armedMs = 5_000;

/** The question on an armed control. */
export const confirmQuestion = 'Sicher?';

/**
 * Guards a destructive action: the first call of `handleClick` arms the control, and the second calls `onConfirm`. The
 * control is disarmed after 5 s. Call `disarm` when it loses the focus.
 */
export function useTwoSteps(onConfirm: () => void): { isArmed: boolean; handleClick: () => void; disarm: () => void } {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setIsArmed(false), armedMs);
    return () => clearTimeout(timer);
  }, [isArmed]);
  return {
    isArmed,
    handleClick: () => {
      setIsArmed(!isArmed);
      if (isArmed) onConfirm();
    },
    disarm: () => setIsArmed(false),
  };
}
