import { URI, type TOTP } from 'otpauth';
import { login } from '../../src/features/accounts/contract.ts';
import { prepareSecondFactor, switchOnSecondFactor } from '../../src/features/second-factor/contract.ts';
import type { World } from './world.ts';

/** The password of everyone that these functions create. */
export const password = 'Sommer-Wiese-2026!';

/**
 * The code that the authenticator app shows the given number of 30-second steps from now. `address` is the content of
 * the QR code that set it up.
 */
export const codeInApp = (world: World, address: string, steps = 0): string =>
  (URI.parse(address) as TOTP).generate({ timestamp: Date.now() + world.clock.shiftMs + steps * 30_000 });

/** Returns an unused code: advances the world's clock until the app shows it. */
export function freshCode(world: World, address: string): string {
  world.clock.shiftMs += 60_000;
  return codeInApp(world, address);
}

let next = 1;
/** Creates a coach with a password, given as its hash, but without a second factor. */
export async function createCoachWithPassword(world: World, passwordHash: string) {
  const email = `zwei${next++}@test.example`;
  const id = await world.coach({ email, passwordHash });
  return { id, email, session: await world.signIn(id) };
}

/** Creates a coach whose second factor is switched on. */
export async function createCoachWithSecondFactor(world: World, passwordHash: string) {
  const person = await createCoachWithPassword(world, passwordHash);
  const prepared = await world.call(prepareSecondFactor, person.session, { password });
  const { address = '', secret = '' } = prepared.body.data ?? {};
  const { body } = await world.call(switchOnSecondFactor, person.session, { code: freshCode(world, address) });
  return { ...person, address, secret, recoveryCodes: body.data?.recoveryCodes ?? [] };
}

/** Signs in with the common password or with `secret`, and with a code if one is given. */
export const signInWith = (world: World, email: string, code?: string, secret = password) =>
  world.call(login, null, { username: email, password: secret, ...(code === undefined ? {} : { code }) });

/** The outcome of signing in: 'in', or the code of the refusal. */
export const outcomeOf = async (answer: ReturnType<typeof signInWith>): Promise<string> =>
  (await answer).body.meta.code ?? 'in';
