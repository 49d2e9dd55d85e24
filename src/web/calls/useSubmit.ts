import { useRef, useState } from 'react';
import { isSessionEndedError } from './api.ts';

/**
 * The state of a form or button that runs `action`. `busy` is true until the action has ended; until then another
 * `submit` does nothing. `failure` is what the action threw, until the next submit, or null; `onFailure` is called with
 * it, and belongs to the time in which the form is busy. The end of the session is no failure: the portal asks the user
 * to sign in, and the form stays as it is.
 */
export function useSubmit<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  onFailure?: (error: unknown) => unknown,
): { busy: boolean; failure: unknown; submit: (...args: Args) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isRunning = useRef(false);
  const submit = async (...args: Args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await action(...args);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      setFailure(error);
      await onFailure?.(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
