import { callApi } from '../../../web/calls/api.ts';
import type { User } from '../../../shared/user.ts';
import { getPasskeys } from '../contract.ts';
import { canDeviceVerify } from './passkeys.ts';

const offeredKey = 'passkeyOffered';

/**
 * Whether a person who has just signed in with the password is offered a passkey (reference 3.16): once in this
 * browser, if the device can check who uses it and the person has none yet.
 */
export async function shouldOfferPasskey({ resetPassword, mustSetUpSecondFactor }: User): Promise<boolean> {
  if (resetPassword || mustSetUpSecondFactor || localStorage.getItem(offeredKey)) return false;
  try {
    if (!(await canDeviceVerify())) return false;
    const { data } = await callApi(getPasskeys, {});
    if (!data.available || data.passkeys.length > 0) return false;
  } catch {
    // Another sign-in will find out.
    return false;
  }
  localStorage.setItem(offeredKey, '1');
  return true;
}
