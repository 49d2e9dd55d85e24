import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { federalStateCodes } from '../../shared/states.ts';
import { SettingsError } from './settings-error.ts';
import { whyUnreadable } from './secret-files.ts';

const webAddress = z.url({ protocol: /^https?$/ });

const period = (fallback: number) => z._default(z.nullable(z.int().check(z.minimum(1))), fallback);
/** Retention periods in months or days; null keeps the data permanently. */
const retention = z.strictObject({
  participantMonths: period(24),
  unconfirmedDays: period(30),
  documentMonths: period(12),
  coachDocumentMonths: period(12),
  cancelReasonMonths: period(6),
  bookingNoteMonths: period(6),
  refusedIntroductionMonths: period(6),
  ratingTextMonths: period(24),
  mailMonths: period(6),
  /** At least 12, because the database refuses to delete audit entries of the last twelve months. */
  auditMonths: z._default(z.nullable(z.int().check(z.minimum(12))), 36),
  /** At most 35, so that no backup holds an erased person for longer. */
  backupDays: z._default(z.int().check(z.minimum(1), z.maximum(35)), 30),
});

/** Links to other sites; one that is left out is not shown. */
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

/** The provider's legal pages; if one is left out, there is an example, and the footer does not link to it. */
const pages = z.strictObject({
  imprint: z.exactOptional(z.string()),
  privacy: z.exactOptional(z.string()),
  accessibility: z.exactOptional(z.string()),
});

/** The look of proofs of attendance: a logo (PNG or JPEG), and who signs; the provider, if that is left out. */
const proof = z.strictObject({ logo: z.exactOptional(z.string()), signature: z.exactOptional(z.string()) });

/**
 * The provider's texts, links and limits, in one JSON file (`PORTAL_FILE`); what it leaves out has these defaults.
 */
const providerConfig = z.strictObject({
  provider: z._default(z.string(), 'Bildungswerk Beispiel'),
  /** The federal state whose statutory holidays apply; null means no holidays. */
  state: z._default(z.nullable(z.enum(federalStateCodes)), null),
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
  /** Legal pages in Markdown: paths of files, relative to the JSON file. */
  pages: z._default(pages, {}),
  /** The path of the logo is relative to the JSON file. */
  proof: z._default(proof, {}),
  session: z._default(
    z.strictObject({
      idleMinutes: z._default(z.int().check(z.minimum(1)), 480),
      absoluteHours: z._default(z.int().check(z.minimum(1)), 168),
    }),
    { idleMinutes: 480, absoluteHours: 168 },
  ),
  /** Whether a second factor is optional or required for coaches and admins. */
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
  retention: z.prefault(retention, {}),
  alarms: z._default(
    z.strictObject({
      peopleReadPerDay: z._default(z.int().check(z.minimum(1)), 100),
      newPeoplePerDay: z._default(z.int().check(z.minimum(1)), 20),
    }),
    { peopleReadPerDay: 100, newPeoplePerDay: 20 },
  ),
  waiting: z._default(z.strictObject({ holdHours: z._default(z.int().check(z.minimum(1), z.maximum(72)), 2) }), {
    holdHours: 2,
  }),
});
/** The content of the provider's file; `pages` holds the text of each page, `proof` the bytes of the logo. */
export type ProviderConfig = Omit<z.output<typeof providerConfig>, 'proof'> & {
  proof: { logo: Uint8Array | null; signature: string | null };
};

/** Reads and checks the provider's file; without one, the defaults apply. Throws SettingsError for the first fault. */
export function readProviderConfig(file: string | undefined): ProviderConfig {
  const parsed = providerConfig.safeParse(file ? contentOf(file) : {});
  if (parsed.success) {
    const folder = dirname(file ?? '');
    const { logo, signature = null } = parsed.data.proof;
    return {
      ...parsed.data,
      pages: textsOf(parsed.data.pages, folder),
      proof: { logo: logo === undefined ? null : pictureOf(resolve(folder, logo)), signature },
    };
  }
  throw new SettingsError(`The file named by PORTAL_FILE ${faultOf(parsed.error.issues[0])}.`);
}

/** Reads the pages whose paths the file names. */
function textsOf(paths: z.output<typeof pages>, folder: string): z.output<typeof pages> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => {
      try {
        return [name, readFileSync(resolve(folder, path), 'utf8')];
      } catch (error) {
        throw new SettingsError(`The file named by PORTAL_FILE at 'pages.${name}' ${whyUnreadable(error)}.`);
      }
    }),
  );
}

/** The largest logo in bytes; it is limited because every proof contains the logo. */
const maxLogoBytes = 1_000_000;

/** Reads the logo; anything but a small PNG or JPEG file stops the start. */
function pictureOf(path: string): Uint8Array {
  const subject = "The file named by PORTAL_FILE at 'proof.logo'";
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new SettingsError(`${subject} ${whyUnreadable(error)}.`);
  }
  const firstBytes = bytes.subarray(0, 4).toString('hex');
  if (firstBytes !== '89504e47' && !firstBytes.startsWith('ffd8ff'))
    throw new SettingsError(`${subject} is not a PNG or JPEG picture.`);
  if (bytes.length > maxLogoBytes) throw new SettingsError(`${subject} is larger than 1 MB.`);
  return bytes;
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

/** Describes what is wrong, where, and what is expected there, but never quotes the wrong value itself. */
function faultOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue || (issue.path.length === 0 && issue.code !== 'unrecognized_keys')) return 'does not hold a JSON object';
  if (issue.code !== 'unrecognized_keys')
    return `has a wrong value at '${issue.path.join('.')}': it must be ${formOf(issue)}`;
  const defaults: unknown = providerConfig.parse({});
  const knownNames = Object.keys(
    issue.path.reduce((value, name) => (value as Record<PropertyKey, object>)[name], defaults) ?? {},
  );
  return `has an unknown name at '${[...issue.path, issue.keys[0]].join('.')}'; known there are ${knownNames.join(', ')}`;
}

const typeNames: Record<string, string> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'a text in quotes',
  object: 'an object in braces',
};

/** The expected form, in words for an operator. */
function formOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_format') return 'a web address that begins with http:// or https://';
  if (issue.code === 'too_small') return `${issue.minimum} or more`;
  if (issue.code === 'too_big') return `${issue.maximum} or less`;
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`).join(' or ');
  return (issue.code === 'invalid_type' && typeNames[issue.expected]) || 'of another form';
}
