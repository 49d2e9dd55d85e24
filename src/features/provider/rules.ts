/** The settings that have an example value until the provider sets them, and their names for admins. */
export const exampleValues = {
  provider: 'Name',
  links: 'Links',
  legalPages: 'Impressum und Datenschutz',
  mailFrom: 'Absender der E-Mails',
  coachingEmail: 'E-Mail-Adresse des Teams',
  database: 'Datenbank zum Ausprobieren',
} as const;
export type ExampleValue = keyof typeof exampleValues;

/** The settings that may have an example value. */
export interface SetValues {
  /** Whether the portal shows the demo, in which every value is an example. */
  isDemo: boolean;
  provider: string;
  /** The addresses of other sites, by what they are for. */
  links: Readonly<Record<string, string | undefined>>;
  /** The provider's own legal pages, by their names. */
  pages: Readonly<Record<string, unknown>>;
  mailFrom: string;
  coachingEmail: string;
  hasEmbeddedDatabase: boolean;
}

const exampleProvider = 'Bildungswerk Beispiel';
const isExampleEmail = (text: string) => /@provider\.example>?$/.test(text);
/** Whether a link leads to a host that can never exist, as those of the example values do. */
const isExampleLink = (link = '') => /^\w+:\/\/[^/?#]*\.example(?![^/?#:])/i.test(link);

/** Returns the settings that still have an example value (reference 10.10), none of them in a demo. */
export function listExampleValues(values: SetValues): ExampleValue[] {
  const { isDemo, provider, links, pages, mailFrom, coachingEmail, hasEmbeddedDatabase } = values;
  if (isDemo) return [];
  const lacksPage = (name: string) => !pages[name] && (!links[name] || isExampleLink(links[name]));
  const { imprint: _, privacy: __, ...otherLinks } = links;
  const found: Record<ExampleValue, boolean> = {
    provider: provider === exampleProvider,
    links: Object.values(otherLinks).some(isExampleLink),
    legalPages: lacksPage('imprint') || lacksPage('privacy'),
    mailFrom: isExampleEmail(mailFrom),
    coachingEmail: isExampleEmail(coachingEmail),
    database: hasEmbeddedDatabase,
  };
  return (Object.keys(found) as ExampleValue[]).filter((name) => found[name]);
}
