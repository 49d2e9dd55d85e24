import { useState } from 'react';
import { ask, sentenceOf } from '../../web/api.ts';
import { needNewPassword } from '../contract.ts';

/** How far the request for a new way in is; `failure` is fit to show, '' while there is none. */
export interface NewAccess {
  state: 'form' | 'busy' | 'sent';
  failure: string;
  request: (email: string) => Promise<void>;
}

/**
 * Asks for a mail that lets a person in again: a temporary password, or the confirmation link of an unconfirmed account.
 * The answer is the same for every address (contract §4). A second request while one is under way is ignored.
 */
export function useNewAccess(): NewAccess {
  const [state, setState] = useState<NewAccess['state']>('form');
  const [failure, setFailure] = useState('');
  const request = async (email: string) => {
    if (state === 'busy') return;
    setState('busy');
    setFailure('');
    try {
      await ask(needNewPassword, { email });
      setState('sent');
    } catch (error) {
      setFailure(sentenceOf(error));
      setState('form');
    }
  };
  return { state, failure, request };
}
