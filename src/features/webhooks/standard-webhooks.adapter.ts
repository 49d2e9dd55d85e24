import { createHmac, randomBytes } from 'node:crypto';

/** Returns a new secret of 256 bits. */
export const generateSecret = (): Buffer => randomBytes(32);

/** Returns a secret in the form in which receivers get it: `whsec_` and base64. */
export const formatSecret = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`;

/** A message to sign; `at` is the time of the try. */
export interface Message {
  id: string;
  at: Date;
  body: string;
}

/**
 * Returns the headers of a message by Standard Webhooks, with a signature for each secret. A receiver compares the
 * signature, and refuses a message that is too old by its `webhook-timestamp`.
 */
export function signedHeaders({ id, at, body }: Message, secrets: readonly Uint8Array[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
