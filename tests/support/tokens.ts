import { createToken } from '../../src/features/tokens/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { scopes, type Call, type Scope } from '../../src/shared/call.ts';
import type { CallResponse, World } from './world.ts';

/** Creates a token as an admin does; by default it has all scopes and is valid for 30 days. `session` is the admin's. */
export async function addToken(
  world: World,
  session: string,
  { name = 'Lernplattform', chosen = scopes as readonly Scope[], days = 30 } = {},
): Promise<{ id: number; token: string }> {
  const expiresOn = addDays(dateOf(new Date()), days);
  const { body } = await world.call(createToken, session, { name, scopes: [...chosen], expiresOn });
  if (!body.data) throw new Error(`The token was refused: ${body.meta.code}`);
  return { id: body.data.tokenId, token: body.data.token };
}

/** A response to a call with a token; the body is parsed if it is JSON. */
interface TokenResponse extends CallResponse<{ data?: unknown; importId?: number | null }> {
  text: string;
}

type Body = string | FormData;

async function send(url: string, token: string, body: Body, headers: Record<string, string>): Promise<TokenResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const parsed = (isJson ? JSON.parse(text) : { meta: { status: 'file' } }) as TokenResponse['body'];
  return { status: response.status, headers: response.headers, body: parsed, text };
}

/** Makes a JSON call with a token, as another system does. `address` is that of the portal. */
export const callWithToken = (
  { address }: Pick<World, 'address'>,
  token: string,
  call: Pick<Call, 'path'>,
  input: object = {},
  headers: Record<string, string> = {},
): Promise<TokenResponse> =>
  send(address + servicePath(call), token, JSON.stringify(input), { 'content-type': 'application/json', ...headers });

/** Makes a multipart call with a token and one file; `texts` are further fields. */
export function sendFileWithToken(
  { address }: Pick<World, 'address'>,
  token: string,
  call: Pick<Call, 'path'>,
  { field = 'file_token', name = 'termine.csv', content = 'x', texts = {} as Record<string, string> } = {},
): Promise<TokenResponse> {
  const form = new FormData();
  for (const [key, text] of Object.entries(texts)) form.append(key, text);
  form.append(field, new Blob([content]), name);
  return send(address + servicePath(call), token, form, {});
}
