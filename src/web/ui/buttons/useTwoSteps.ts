import { useEffect, useState } from 'react';

const armedFor = 5_000;

/** The question on an armed control. */
export const confirmQuestion = 'Sicher?';

/**
 * A destructive action: the first `step` arms, the second one acts; disarmed after 5 s. Call `disarm` when the control
 * loses the focus.
 */
export function useTwoSteps(onConfirm: () => void): { armed: boolean; step: () => void; disarm: () => void } {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    if (!armed) return;
    const timer = setTimeout(() => setArmed(false), armedFor);
    return () => clearTimeout(timer);
  }, [armed]);
  return {
    armed,
    step: () => {
      setArmed(!armed);
      if (armed) onConfirm();
    },
    disarm: () => setArmed(false),
  };
}
