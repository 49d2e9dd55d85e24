import { productVersion } from '../server/checkout.ts';
import type { Settings } from '../server/settings.ts';
import type { OutputOf } from '../shared/call.ts';
import type { getPortal } from './contract.ts';

export type PublicPortal = OutputOf<typeof getPortal>['data'];

const version = productVersion();

/** What everybody may know of the provider and the product. */
export function portalOf({ portal, coachingEmail }: Settings): PublicPortal {
  const { provider, forbiddenInEmail, links, chatScript } = portal;
  return { provider, forbiddenInEmail, links, chatScript, coachingEmail, version };
}
