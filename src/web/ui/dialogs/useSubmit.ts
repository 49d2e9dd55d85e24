import { useState } from 'react';
import { isSessionEndedError } from '../../calls/api.ts';

/**
 * The state of a form that runs `action` when it is submitted. `busy` is true until the action has ended; `failure` is
 * what it threw, until the next submit, or null. The end of the session is no failure of the form: the portal asks the
 * user to sign in, and the form stays as it is.
 */
export function useSubmit(action: () => Promise<void>): {
  busy: boolean;
  failure: unknown;
  submit: () => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
