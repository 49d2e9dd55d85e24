import { expect, test } from 'vitest';
import { listExampleValues, type SetValues } from './rules.ts';

const own: SetValues = {
  isDemo: false,
  provider: 'Weiterbildung Nord',
  links: { blog: 'https://nord.test/blog', imprint: 'https://nord.test/impressum' },
  pages: { privacy: '# Datenschutz' },
  mailFrom: 'Coaching <coaching@nord.test>',
  coachingEmail: 'coaching@nord.test',
  hasEmbeddedDatabase: false,
};

test.each<[string, Partial<SetValues>, string[]]>([
  ['nothing if all values are the provider’s own', {}, []],
  ['the provider’s name', { provider: 'Bildungswerk Beispiel' }, ['provider']],
  ['a link', { links: { ...own.links, blog: 'https://bewertungen.example/nord' } }, ['links']],
  ['the link to the imprint', { links: { imprint: 'https://provider.example/impressum' } }, ['legalPages']],
  ['a missing imprint', { links: {} }, ['legalPages']],
  ['a missing privacy notice', { pages: {} }, ['legalPages']],
  [
    'no link that a page of the portal replaces',
    { links: { imprint: 'https://provider.example/impressum' }, pages: { imprint: '#', privacy: '#' } },
    [],
  ],
  ['the sender with a name', { mailFrom: 'Coaching <coaching@provider.example>' }, ['mailFrom']],
  ['the sender', { mailFrom: 'coaching@provider.example' }, ['mailFrom']],
  ['the team’s address', { coachingEmail: 'team@provider.example' }, ['coachingEmail']],
  ['no similar address', { coachingEmail: 'team@provider.example.org' }, []],
  ['the embedded database', { hasEmbeddedDatabase: true }, ['database']],
  ['nothing in a demo', { isDemo: true, provider: 'Bildungswerk Beispiel', hasEmbeddedDatabase: true }, []],
])('the example values name %s [10.10]', (_name, values, found) => {
  expect(listExampleValues({ ...own, ...values })).toEqual(found);
});
