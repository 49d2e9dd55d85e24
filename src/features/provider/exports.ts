import { readProductVersion } from '../../platform/settings/paths.ts';
import { findRelyingParty } from '../../platform/settings/relying-party.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { OutputOf } from '../../shared/call.ts';
import type { getPortal } from './contract.ts';
import { listExampleValues, type ExampleValue } from './rules.ts';
import { pagePaths, type PageName } from './pages/rules.ts';

export type PublicPortal = OutputOf<typeof getPortal>['data'];

const version = readProductVersion();

/**
 * Returns the public facts about the provider and the product. If the provider has its own legal page in the portal,
 * the link to this page replaces the configured link.
 */
export function toPublicPortal({ providerConfig, coachingEmail, publicUrl, singleSignOn }: Settings): PublicPortal {
  const { provider, forbiddenInEmail, chatScript, pages } = providerConfig;
  const ownPageLinks = Object.keys(pages).map((name) => [name, `${publicUrl}${pagePaths[name as PageName]}`]);
  const links = { ...providerConfig.links, ...(Object.fromEntries(ownPageLinks) as Record<string, string>) };
  const passkeys = findRelyingParty({ publicUrl }) !== null;
  const sso = singleSignOn && { label: singleSignOn.label };
  return { provider, forbiddenInEmail, links, chatScript, coachingEmail, version, passkeys, sso };
}

/** Returns the settings that still have an example value; none in a demo. */
export function findExampleValues({
  demo,
  providerConfig,
  mailFrom,
  coachingEmail,
  databaseUrl,
}: Settings): ExampleValue[] {
  const { provider, links, pages } = providerConfig;
  const hasEmbeddedDatabase = databaseUrl === undefined;
  return listExampleValues({ isDemo: demo, provider, links, pages, mailFrom, coachingEmail, hasEmbeddedDatabase });
}

/** Says which settings have an example value, in one line for the operator. */
export function describeExampleValues(values: readonly ExampleValue[]): string {
  const words: Record<ExampleValue, string> = {
    provider: "the provider's name",
    links: 'links',
    legalPages: 'imprint and privacy notice',
    mailFrom: 'MAIL_FROM',
    coachingEmail: 'COACHING_EMAIL',
    database: 'the embedded database, which is for trying the portal out',
  };
  return `Still as in the example: ${values.map((value) => words[value]).join(', ')} (docs/settings.md).`;
}
