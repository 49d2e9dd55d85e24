import type { User } from '../../../shared/user.ts';
import { callApi, CallError, errorMessageOf } from '../../../web/calls/api.ts';
import { loadChunk } from '../../../web/lazyComponent.ts';
import { getSessions } from '../../sessions/contract.ts';
import {
  addPasskey,
  getPasskeys,
  passkeyLogin,
  preparePasskey,
  startPasskeyLogin,
  type CreationOptions,
} from '../contract.ts';
import { newName } from '../rules.ts';

type Authenticator = typeof import('./authenticator.ts');
let authenticator: Authenticator | undefined;

/** Loads the code that speaks with the browser’s passkeys. */
async function loadAuthenticator(): Promise<Authenticator> {
  return (authenticator ??= await loadChunk('authenticator', () => import('./authenticator.ts')));
}

/** Whether this browser knows passkeys; on a page whose host is an address, it refuses them. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);
}

/** Whether this device can check who uses it, by fingerprint, face or PIN. */
export async function canDeviceVerify(): Promise<boolean> {
  return canUsePasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

/** Whether this browser offers passkeys in the field for the e-mail address. */
export async function canOfferInField(): Promise<boolean> {
  return canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

/** The German message of a failed attempt; the browser does not say whether the person has cancelled it. */
export function passkeyMessageOf(error: unknown, cancelled: string): string {
  if (!(error instanceof Error) || error.name === 'CallError' || error.name === 'RequestError')
    return errorMessageOf(error);
  return error.name === 'InvalidStateError' ? 'Auf diesem Gerät hast du schon einen Passkey.' : cancelled;
}

/**
 * Asks for what the browser needs to create a passkey; null if the server wants the password first. A wrong password is
 * thrown as a refusal.
 */
export async function prepareCreation(password?: string): Promise<CreationOptions | null> {
  try {
    return (await callApi(preparePasskey, { ...(password !== undefined && { password }) })).data;
  } catch (error) {
    if (password === undefined && error instanceof CallError && error.code === 'passwordNeeded') return null;
    throw error;
  }
}

/** Lets the browser create a passkey and saves it, named for the device. */
export async function createPasskey(options: CreationOptions): Promise<void> {
  const { startRegistration } = await loadAuthenticator();
  const credential = await startRegistration({ optionsJSON: options });
  const { data: sessions } = await callApi(getSessions, {});
  const device = sessions.find(({ current }) => current)?.device || 'Mein Passkey';
  const { data } = await callApi(getPasskeys, {});
  const name = newName(
    device,
    data.passkeys.map((passkey) => passkey.name),
  );
  await callApi(addPasskey, { name, credential });
}

/** How a person chooses a passkey. */
interface Choice {
  /** Whether among the suggestions of the field for the e-mail address, and not in a dialog of the browser. */
  inField: boolean;
  /** If it fires, nothing is offered any more. */
  signal?: AbortSignal;
}

/** Signs in with a passkey that the person chooses. Waits until then, or until another attempt starts. */
export async function signInWithPasskey({ inField, signal }: Choice): Promise<User> {
  const { startAuthentication } = await loadAuthenticator();
  const { data: options } = await callApi(startPasskeyLogin, {}, signal);
  signal?.throwIfAborted();
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField });
  return (await callApi(passkeyLogin, { credential })).data;
}

/** Ends an attempt that waits for the person. */
export function cancelAttempt(): void {
  authenticator?.WebAuthnAbortService.cancelCeremony();
}
