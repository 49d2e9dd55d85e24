import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { federalStateCodes } from '../../shared/states.ts';
import { SettingsError } from './settings-error.ts';
import { describeReadError } from './secret-files.ts';

const webAddress = z.url({ protocol: /^https?$/ });

const retentionPeriod = (fallback: number) => z._default(z.nullable(z.int().check(z.minimum(1))), fallback);
/** Retention periods in months or days. Null means that the data are never deleted. */
const retentionSchema = z.strictObject({
  participantMonths: retentionPeriod(24),
  unconfirmedDays: retentionPeriod(30),
  documentMonths: retentionPeriod(12),
  coachDocumentMonths: retentionPeriod(12),
  cancelReasonMonths: retentionPeriod(6),
  bookingNoteMonths: retentionPeriod(6),
  refusedIntroductionMonths: retentionPeriod(6),
  ratingTextMonths: retentionPeriod(24),
  mailMonths: retentionPeriod(6),
  /** At least 12, because the database refuses to delete audit entries of the last twelve months. */
  auditMonths: z._default(z.nullable(z.int().check(z.minimum(12))), 36),
  /** At most 35, so that no backup contains an erased person for longer. */
  backupDays: z._default(z.int().check(z.minimum(1), z.maximum(35)), 30),
});

/** Links to other sites. A link that is left out is not shown. */
const linksSchema = z.strictObject({
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

/**
 * The provider's legal pages. Instead of a page that is left out, an example is shown, without a link in the footer.
 */
const pagesSchema = z.strictObject({
  imprint: z.exactOptional(z.string()),
  privacy: z.exactOptional(z.string()),
  accessibility: z.exactOptional(z.string()),
});

/** The logo (PNG or JPEG) and the signature of proofs of attendance. The default signature is the provider's name. */
const proofSchema = z.strictObject({ logo: z.exactOptional(z.string()), signature: z.exactOptional(z.string()) });

/**
 * The provider's texts, links and limits in the JSON file `PORTAL_FILE`, with defaults for values that are left out.
 */
const providerConfigSchema = z.strictObject({
  provider: z._default(z.string(), 'Bildungswerk Beispiel'),
  /** The federal state that determines the public holidays; null means no holidays. */
  state: z._default(z.nullable(z.enum(federalStateCodes)), null),
  /** A text that the e-mail address of a registration must not contain, such as the provider's own domain. */
  forbiddenInEmail: z._default(z.string(), 'wbsedu'),
  chatScript: z._default(z.nullable(webAddress), null),
  links: z._default(linksSchema, {
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
  /** The paths of legal pages in Markdown, relative to the JSON file. */
  pages: z._default(pagesSchema, {}),
  /** The path of the logo is relative to the JSON file. */
  proof: z._default(proofSchema, {}),
  session: z._default(
    z.strictObject({
      idleMinutes: z._default(z.int().check(z.minimum(1)), 480),
      absoluteHours: z._default(z.int().check(z.minimum(1)), 168),
    }),
    { idleMinutes: 480, absoluteHours: 168 },
  ),
  /** Whether a second factor is optional ('offered') or required for coaches and admins. */
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
  retention: z.prefault(retentionSchema, {}),
  /** Admins are notified if one of these numbers is exceeded within 24 hours. */
  alarms: z._default(
    z.strictObject({
      /** The number of people whose documents one person opens. */
      peopleReadPerDay: z._default(z.int().check(z.minimum(1)), 100),
      /** The number of people for whom one coach books for the first time. */
      newPeoplePerDay: z._default(z.int().check(z.minimum(1)), 20),
    }),
    { peopleReadPerDay: 100, newPeoplePerDay: 20 },
  ),
  /** How long a slot is held for the person on the waiting list to whom it is offered. */
  waiting: z._default(z.strictObject({ holdHours: z._default(z.int().check(z.minimum(1), z.maximum(72)), 2) }), {
    holdHours: 2,
  }),
});
/**
 * The content of the provider's file. `pages` contains the texts instead of the paths, and `proof` the bytes of the
 * logo.
 */
export type ProviderConfig = Omit<z.output<typeof providerConfigSchema>, 'proof'> & {
  proof: { logo: Uint8Array | null; signature: string | null };
};

/**
 * Reads and checks the provider's file. Without a file, returns the defaults. Throws SettingsError for the first error.
 */
export function readProviderConfig(file: string | undefined): ProviderConfig {
  const parsed = providerConfigSchema.safeParse(file ? readJson(file) : {});
  if (parsed.success) {
    const folder = dirname(file ?? '');
    const { logo, signature = null } = parsed.data.proof;
    return {
      ...parsed.data,
      pages: readPages(parsed.data.pages, folder),
      proof: { logo: logo === undefined ? null : readLogo(resolve(folder, logo)), signature },
    };
  }
  throw new SettingsError(`The file named by PORTAL_FILE ${describeIssue(parsed.error.issues[0])}.`);
}

/** Reads the text of each page. The paths are relative to `folder`. */
function readPages(paths: z.output<typeof pagesSchema>, folder: string): z.output<typeof pagesSchema> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => {
      const file = resolve(folder, path);
      try {
        return [name, readFileSync(file, 'utf8')];
      } catch (error) {
        throw new SettingsError(
          `The file ${file} named by PORTAL_FILE at 'pages.${name}' ${describeReadError(error)}.`,
        );
      }
    }),
  );
}

/** The maximum size of the logo in bytes. It is limited because each proof contains the logo. */
const maxLogoBytes = 1_000_000;

/** Reads the logo. Throws SettingsError if it is not a PNG or JPEG file, or too large. */
function readLogo(path: string): Uint8Array {
  const subject = `The file ${path} named by PORTAL_FILE at 'proof.logo'`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new SettingsError(`${subject} ${describeReadError(error)}.`);
  }
  const firstBytes = bytes.subarray(0, 4).toString('hex');
  const isPng = firstBytes === '89504e47';
  const isJpeg = firstBytes.startsWith('ffd8ff');
  if (!isPng && !isJpeg) throw new SettingsError(`${subject} is not a PNG or JPEG picture.`);
  if (bytes.length > maxLogoBytes) throw new SettingsError(`${subject} is larger than 1 MB.`);
  return bytes;
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`The file ${file} named by PORTAL_FILE ${describeReadError(error)}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingsError('The file named by PORTAL_FILE is not JSON.');
  }
}

/**
 * Describes which value is wrong and what is expected, as the end of a sentence about the file. The text never contains
 * the value.
 */
function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (!issue || (issue.path.length === 0 && issue.code !== 'unrecognized_keys')) return 'does not hold a JSON object';
  if (issue.code !== 'unrecognized_keys')
    return `has a wrong value at '${issue.path.join('.')}': it must be ${describeExpectedValue(issue)}`;
  const defaults: unknown = providerConfigSchema.parse({});
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

/** Describes the expected value for an operator. */
function describeExpectedValue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_format') return 'a web address that begins with http:// or https://';
  if (issue.code === 'too_small') return `${issue.minimum} or more`;
  if (issue.code === 'too_big') return `${issue.maximum} or less`;
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`).join(' or ');
  return (issue.code === 'invalid_type' && typeNames[issue.expected]) || 'of another form';
}
