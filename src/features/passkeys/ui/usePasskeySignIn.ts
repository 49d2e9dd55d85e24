import { useEffect, useState } from 'react';
import type { User } from '../../../shared/user.ts';
import { CallError } from '../../../web/calls/api.ts';
import { useLatest } from '../../../web/useLatest.ts';
import { useProviderConfig } from '../../provider/ui/provider.ts';
import { cancelAttempt, canOfferInField, canUsePasskeys, passkeyMessageOf, signInWithPasskey } from './passkeys.ts';

/** In milliseconds. An attempt is valid for five minutes, so one that waits in the field is renewed before that. */
const renewAfter = 4 * 60_000;

const failed =
  'Mit dem Passkey hat es nicht geklappt. Versuche es noch einmal, oder melde dich mit deinem Passwort an.';

/** Signing in with a passkey: by a button (`signIn`), and among the suggestions of the field for the e-mail address. */
export interface PasskeySignIn {
  /** False if this portal or this browser has no passkeys. */
  isPossible: boolean;
  busy: boolean;
  /** A German sentence; '' while there is none. */
  failure: string;
  /** Whether the failure is none of the portal’s: the person has perhaps closed the question of the browser. */
  isCancelled: boolean;
  signIn: () => Promise<void>;
  clearFailure: () => void;
}

/** Calls `onSignedIn` when the person has signed in. */
export function usePasskeySignIn(onSignedIn: (user: User) => void): PasskeySignIn {
  const isPossible = (useProviderConfig()?.passkeys ?? false) && canUsePasskeys();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isCancelled, setIsCancelled] = useState(false);
  // Counts the refusals. After each of them, the field offers passkeys again.
  const [refusals, setRefusals] = useState(0);
  const finish = useLatest(onSignedIn);

  // The field offers passkeys, except while the browser shows its own dialog.
  useEffect(() => {
    if (!isPossible || busy) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const offerInField = async () => {
      try {
        if (!(await canOfferInField())) return;
        signal.throwIfAborted();
        finish.current(await signInWithPasskey({ inField: true, signal }));
      } catch (error) {
        // Only a passkey that the person has chosen can be refused; all other failures end the offer without a word.
        if (signal.aborted || !(error instanceof CallError && error.code === 'passkeyInvalid')) return;
        setFailure(error.message);
        setIsCancelled(false);
        setRefusals((count) => count + 1);
      }
    };
    void offerInField();
    const renewal = setInterval(() => void offerInField(), renewAfter);
    return () => {
      controller.abort();
      clearInterval(renewal);
      cancelAttempt();
    };
  }, [isPossible, busy, refusals, finish]);

  const signIn = async () => {
    setBusy(true);
    setFailure('');
    try {
      finish.current(await signInWithPasskey({ inField: false }));
    } catch (error) {
      setFailure(passkeyMessageOf(error, failed));
      setIsCancelled(error instanceof Error && error.name === 'NotAllowedError');
      setBusy(false);
    }
  };
  return { isPossible, busy, failure, isCancelled, signIn, clearFailure: () => setFailure('') };
}
