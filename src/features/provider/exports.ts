import { readProductVersion } from '../../platform/settings/paths.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { OutputOf } from '../../shared/call.ts';
import type { getPortal } from './contract.ts';
import { pagePaths, type PageName } from './pages/rules.ts';

export type PublicPortal = OutputOf<typeof getPortal>['data'];

const version = readProductVersion();

/**
 * Returns the public facts about the provider and the product. If the provider has its own legal page in the portal,
 * the link to this page replaces the configured link.
 */
export function toPublicPortal({ providerConfig, coachingEmail, publicUrl }: Settings): PublicPortal {
  const { provider, forbiddenInEmail, chatScript, pages } = providerConfig;
  const ownPageLinks = Object.keys(pages).map((name) => [name, `${publicUrl}${pagePaths[name as PageName]}`]);
  const links = { ...providerConfig.links, ...(Object.fromEntries(ownPageLinks) as Record<string, string>) };
  return { provider, forbiddenInEmail, links, chatScript, coachingEmail, version };
}
