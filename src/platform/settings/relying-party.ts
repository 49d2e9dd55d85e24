import { isIP } from 'node:net';
import type { Settings } from './settings.ts';

/** The portal as a browser's passkeys know it (WebAuthn): `id` is the host that they belong to. */
export interface RelyingParty {
  id: string;
  /** The origin of the pages on which the passkeys can be used, such as https://portal.example. */
  origin: string;
}

/**
 * Returns the portal as relying party of passkeys: the host and the origin of PUBLIC_URL. Null if the host is an IP
 * address, because browsers create passkeys only for names.
 */
export function findRelyingParty({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin };
}
