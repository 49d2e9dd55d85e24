import { URI, type TOTP } from 'otpauth';
import { login } from '../../src/features/accounts/contract.ts';
import { prepareSecondFactor, switchOnSecondFactor } from '../../src/features/second-factor/contract.ts';
import type { World } from './world.ts';

/** The password of all people whom these functions create. */
export const password = 'Sommer-Wiese-2026!';

/**
 * Returns the code of the authenticator app for now, or for a moment `steps` steps of 30 seconds later (earlier if
 * negative). `otpauthUri` is the content of the QR code with which the app was set up.
 */
export const generateCode = (world: World, otpauthUri: string, steps = 0): string =>
  (URI.parse(otpauthUri) as TOTP).generate({ timestamp: Date.now() + world.clock.shiftMs + steps * 30_000 });

/** Advances the world's clock by a minute, and returns the code that the app then shows, which is unused. */
export function nextUnusedCode(world: World, otpauthUri: string): string {
  world.clock.shiftMs += 60_000;
  return generateCode(world, otpauthUri);
}

let emailNumber = 1;
/** Creates a coach without a second factor and signs them in. `passwordHash` is the hash of `password`. */
export async function createCoachWithPassword(world: World, passwordHash: string) {
  const email = `zwei${emailNumber++}@test.example`;
  const id = await world.addCoach({ email, passwordHash });
  return { id, email, session: await world.signIn(id) };
}

/** Creates a coach whose second factor is switched on. `passwordHash` is the hash of `password`. */
export async function createCoachWithSecondFactor(world: World, passwordHash: string) {
  const person = await createCoachWithPassword(world, passwordHash);
  const preparation = await world.call(prepareSecondFactor, person.session, { password });
  const { address: otpauthUri = '', secret = '' } = preparation.body.data ?? {};
  const { body } = await world.call(switchOnSecondFactor, person.session, { code: nextUnusedCode(world, otpauthUri) });
  return { ...person, otpauthUri, secret, recoveryCodes: body.data?.recoveryCodes ?? [] };
}

/** Signs in with `password` or, if given, with another password, and with a code if one is given. */
export const signInWith = (world: World, email: string, code?: string, enteredPassword = password) =>
  world.call(login, null, { username: email, password: enteredPassword, ...(code === undefined ? {} : { code }) });

/** Returns the outcome of signing in: 'in', or the code of the refusal. */
export const readSignInOutcome = async (response: ReturnType<typeof signInWith>): Promise<string> =>
  (await response).body.meta.code ?? 'in';
