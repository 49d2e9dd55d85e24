import { addPasskey, passkeyLogin, preparePasskey, startPasskeyLogin } from '../../src/features/passkeys/contract.ts';
import { openAuthenticator, type Authenticator, type Statement } from './authenticator.ts';
import type { World } from './world.ts';

/** Makes the options for a new passkey, in a session that has just begun. */
export async function prepare(world: World, session: string, input: { password?: string } = {}) {
  const { body } = await world.call(preparePasskey, session, input);
  if (!body.data) throw new Error(`No passkey could be prepared: ${body.meta.code}`);
  return body.data;
}

/** Adds a passkey to the account of a session. Returns the response. */
export async function add(
  world: World,
  session: string,
  authenticator: Authenticator,
  statement: Statement = {},
  name = 'Mein Telefon',
) {
  const options = await prepare(world, session);
  return world.call(addPasskey, session, { name, credential: authenticator.create(options, statement) });
}

/** Adds a passkey to a person's account, in a new session. Returns the authenticator, the passkey's id and the session. */
export async function createPasskey(world: World, person: number, statement: Statement = {}, name = 'Mein Telefon') {
  const session = await world.signIn(person);
  const authenticator = openAuthenticator();
  const { body } = await add(world, session, authenticator, statement, name);
  if (!body.data) throw new Error(`The passkey could not be added: ${body.meta.code}`);
  return { authenticator, session, passkeyId: body.data.passkeyId };
}

/** Makes the options for a sign-in. */
export async function start(world: World) {
  const { body } = await world.call(startPasskeyLogin, null);
  if (!body.data) throw new Error(`No sign-in could be started: ${body.meta.code}`);
  return body.data;
}

/** Signs in with a passkey. Returns the response. */
export async function signInWithPasskey(world: World, authenticator: Authenticator, statement: Statement = {}) {
  return world.call(passkeyLogin, null, { credential: authenticator.sign(await start(world), statement) });
}

/** Returns the outcome of a sign-in: 'in', or the code of the refusal. */
export const readOutcome = async (response: ReturnType<typeof signInWithPasskey>): Promise<string> =>
  (await response).body.meta.code ?? 'in';
