import { useState } from 'react';
import { callApi, errorMessageOf } from '../../../web/calls/api.ts';
import { needNewPassword } from '../contract.ts';

/** The state of the request for a mail that restores access; `failure` is a German sentence, '' while there is none. */
export interface AccessRequest {
  state: 'form' | 'busy' | 'sent';
  failure: string;
  request: (email: string) => Promise<void>;
  /** Returns to the form, for another address or another attempt. */
  backToForm: () => void;
}

/**
 * Requests the mail that restores access: a one-time password or, for an unconfirmed account, the confirmation link.
 * The response is the same for every address (reference 3.9). A request made while another one is pending is ignored.
 */
export function useAccessRequest(): AccessRequest {
  const [state, setState] = useState<AccessRequest['state']>('form');
  const [failure, setFailure] = useState('');
  const request = async (email: string) => {
    if (state === 'busy') return;
    setState('busy');
    setFailure('');
    try {
      await callApi(needNewPassword, { email });
      setState('sent');
    } catch (error) {
      setFailure(errorMessageOf(error));
      setState('form');
    }
  };
  return { state, failure, request, backToForm: () => setState('form') };
}
