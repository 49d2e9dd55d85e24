import { useEffect, useState } from 'react';
import type { User } from '../../../shared/user.ts';
import { callApi, errorMessageOf } from '../../../web/calls/api.ts';
import { signInReturn } from '../../../web/signInReturn.ts';
import { useLatest } from '../../../web/useLatest.ts';
import { useProviderConfig } from '../../provider/ui/provider.ts';
import { ssoLogin } from '../contract.ts';
import { faultMessages, toTarget, type SignInFault } from '../rules.ts';

/** Signing in with the account at the identity provider. */
export interface SingleSignOn {
  /** The name of the account; null if this portal has no identity provider. */
  label: string | null;
  /** True while the portal opens the session of somebody who has come back. */
  busy: boolean;
  /** A German sentence; '' while there is none. */
  failure: string;
  /** Whether the person has ended the sign-in themselves, which is no failure. */
  isCancelled: boolean;
  clearFailure: () => void;
}

/** Where the browser signs in at the identity provider, to come back to this path. */
export const signInAddress = (path: string) => `/api/sso/start?to=${encodeURIComponent(path)}`;

// Each is used once, though the dialog may be opened again and React may call a component’s effects twice.
const answer = new URLSearchParams(signInReturn);
let code = answer.get('sso');
let fault = answer.get('sso-error');

/** Calls `onSignedIn` with the path of the page that was wanted, if the person has come back from signing in. */
export function useSingleSignOn(onSignedIn: (user: User, target: string) => void): SingleSignOn {
  const label = useProviderConfig()?.sso?.label ?? null;
  const [busy, setBusy] = useState(code !== null);
  const [failure, setFailure] = useState(() => (fault === null ? '' : messageOf(fault)));
  const [isCancelled] = useState(fault === 'cancelled');
  const finish = useLatest(onSignedIn);

  useEffect(() => {
    fault = null;
    if (code === null) return;
    const signIn = async (signInCode: string) => {
      try {
        const { data } = await callApi(ssoLogin, { code: signInCode });
        finish.current(data, toTarget(answer.get('to')));
      } catch (error) {
        setFailure(errorMessageOf(error));
        setBusy(false);
      }
    };
    void signIn(code);
    code = null;
  }, [finish]);

  return { label, busy, failure, isCancelled, clearFailure: () => setFailure('') };
}

const messageOf = (name: string) => (name in faultMessages ? faultMessages[name as SignInFault] : faultMessages.failed);
