import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { SettingsError } from './settings-error.ts';
import { whyUnreadable } from './secret-files.ts';

const webAddress = z.url({ protocol: /^https?$/ });

const after = (usual: number) => z._default(z.nullable(z.int().check(z.minimum(1))), usual);
/** After so many months or days; null keeps for good. */
const retention = z.strictObject({
  participantMonths: after(24),
  unconfirmedDays: after(30),
  documentMonths: after(12),
  coachDocumentMonths: after(12),
  cancelReasonMonths: after(6),
  ratingTextMonths: after(24),
  mailMonths: after(6),
  /** The database itself keeps the last twelve. */
  auditMonths: z._default(z.nullable(z.int().check(z.minimum(12))), 36),
  /** An erased person is in no backup any more after 35 days at most. */
  backupDays: z._default(z.int().check(z.minimum(1), z.maximum(35)), 30),
});

/** Where the portal leads to; one that is left out is not shown. */
const links = z.strictObject({
  company: z.exactOptional(webAddress),
  blog: z.exactOptional(webAddress),
  feedback: z.exactOptional(webAddress),
  guide: z.exactOptional(webAddress),
  qualificationLaw: z.exactOptional(webAddress),
  voucher: z.exactOptional(webAddress),
  reviewWebsite: z.exactOptional(webAddress),
  reviewPlatform: z.exactOptional(webAddress),
  imprint: z.exactOptional(webAddress),
  terms: z.exactOptional(webAddress),
  privacy: z.exactOptional(webAddress),
});

/** The provider's own words and limits, one JSON file (`PORTAL_FILE`); what it leaves out keeps these defaults. */
const portalFile = z.strictObject({
  provider: z._default(z.string(), 'Bildungswerk Beispiel'),
  forbiddenInEmail: z._default(z.string(), 'wbsedu'),
  chatScript: z._default(z.nullable(webAddress), null),
  links: z._default(links, {
    company: 'https://provider.example/',
    blog: 'https://provider.example/blog',
    feedback: 'https://provider.example/feedback',
    guide: 'https://provider.example/arbeitslos-ratgeber',
    qualificationLaw: 'https://provider.example/qualifizierungschancengesetz',
    voucher: 'https://provider.example/bildungsgutschein',
    reviewWebsite: 'https://provider.example/bewerten',
    reviewPlatform: 'https://bewertungen.example/bildungswerk-beispiel',
    imprint: 'https://provider.example/impressum',
    terms: 'https://provider.example/agb',
    privacy: 'https://provider.example/datenschutz',
  }),
  session: z._default(
    z.strictObject({
      idleMinutes: z._default(z.int().check(z.minimum(1)), 480),
      absoluteHours: z._default(z.int().check(z.minimum(1)), 168),
    }),
    { idleMinutes: 480, absoluteHours: 168 },
  ),
  /** Whether coaches and admins may, or have to, sign in with a second factor. */
  secondFactor: z._default(z.enum(['offered', 'required']), 'offered'),
  uploads: z._default(
    z.strictObject({
      megabytesPerRequest: z._default(z.int().check(z.minimum(10)), 100),
      filesPerParticipant: z._default(z.int().check(z.minimum(1)), 50),
      megabytesPerParticipant: z._default(z.int().check(z.minimum(10)), 100),
      keepFreeMegabytes: z._default(z.int().check(z.minimum(0)), 500),
    }),
    { megabytesPerRequest: 100, filesPerParticipant: 50, megabytesPerParticipant: 100, keepFreeMegabytes: 500 },
  ),
  /** After how long what goes. */
  retention: z.prefault(retention, {}),
  alarms: z._default(z.strictObject({ peopleReadPerDay: z._default(z.int().check(z.minimum(1)), 100) }), {
    peopleReadPerDay: 100,
  }),
});
export type Portal = z.output<typeof portalFile>;

/** Reads and checks the provider's file; without one its defaults hold. Throws SettingsError that names the first fault. */
export function readPortal(file: string | undefined): Portal {
  const parsed = portalFile.safeParse(file ? contentOf(file) : {});
  if (parsed.success) return parsed.data;
  throw new SettingsError(`The file named by PORTAL_FILE ${faultOf(parsed.error.issues[0])}.`);
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`The file named by PORTAL_FILE ${whyUnreadable(error)}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingsError('The file named by PORTAL_FILE is not JSON.');
  }
}

/** What is wrong where, and what is expected there; never what stands there. */
function faultOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue || (issue.path.length === 0 && issue.code !== 'unrecognized_keys')) return 'does not hold a JSON object';
  if (issue.code !== 'unrecognized_keys')
    return `has a wrong value at '${issue.path.join('.')}': it must be ${formOf(issue)}`;
  const defaults: unknown = portalFile.parse({});
  const known = Object.keys(issue.path.reduce((at, name) => (at as Record<PropertyKey, object>)[name], defaults) ?? {});
  return `has an unknown name at '${[...issue.path, issue.keys[0]].join('.')}'; known there are ${known.join(', ')}`;
}

const kinds: Record<string, string> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'a text in quotes',
  object: 'an object in braces',
};

/** The form that was expected, as far as an operator has to know it. */
function formOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_format') return 'a web address that begins with http:// or https://';
  if (issue.code === 'too_small') return `${issue.minimum} or more`;
  if (issue.code === 'too_big') return `${issue.maximum} or less`;
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`).join(' or ');
  return (issue.code === 'invalid_type' && kinds[issue.expected]) || 'of another form';
}
