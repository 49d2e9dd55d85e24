import { useState } from 'react';
import { isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { getPasskeys, type CreationOptions } from '../contract.ts';
import { createPasskey, passkeyMessageOf, prepareCreation } from './passkeys.ts';

const cancelled = 'Es wurde kein Passkey angelegt.';

/** Creating a passkey on this device. */
export interface PasskeyCreation {
  busy: boolean;
  /** A German sentence; '' while there is none. */
  failure: string;
  /** Whether the server wants the password first. */
  isPasswordNeeded: boolean;
  /** Creates a passkey; resolves to whether there is a new one. */
  create: () => Promise<boolean>;
  /** Goes on after the question for the password. Throws the refusal if the password is wrong. */
  createWithPassword: (password: string) => Promise<void>;
  closeQuestion: () => void;
}

/** Returns how to create a passkey, and how far the attempt is. */
export function usePasskeyCreation(): PasskeyCreation {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isPasswordNeeded, setIsPasswordNeeded] = useState(false);

  /** Runs an attempt; returns whether it has created a passkey. */
  const attempt = async (prepare: () => Promise<CreationOptions | null>): Promise<boolean> => {
    setBusy(true);
    setFailure('');
    try {
      const options = await prepare();
      setIsPasswordNeeded(!options);
      if (!options) return false;
      await createPasskey(options);
      toast.success('Dein Passkey ist angelegt. Beim nächsten Mal meldest du dich damit an.', 'passkey');
      await invalidate(getPasskeys);
      return true;
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(passkeyMessageOf(error, cancelled));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    isPasswordNeeded,
    create: () => attempt(() => prepareCreation()),
    createWithPassword: async (password) => {
      const options = await prepareCreation(password);
      void attempt(() => Promise.resolve(options));
    },
    closeQuestion: () => setIsPasswordNeeded(false),
  };
}
