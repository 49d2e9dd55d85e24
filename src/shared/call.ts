import * as z from 'zod/mini';
import { isDate } from './berlin.ts';
import { maxLengths } from './lengths.ts';
import type { Caller } from './roles.ts';

/** Who may make a call: everyone, every signed-in person who has a role, or only the listed kinds of callers. */
export type Rights = 'everyone' | 'signedIn' | readonly Caller[];

/** The groups of calls that another system may make with a token (reference 2.14). */
export const scopes = ['appointments', 'import', 'participants', 'figures'] as const;
export type Scope = (typeof scopes)[number];

/** The rate limits for a signed-in person. Each call counts towards one of them, usually `calls`. */
export type CallLimitName =
  'calls' | 'searches' | 'downloads' | 'uploads' | 'imports' | 'bookings' | 'passwords' | 'actionsThatMail';

/**
 * Describes a service call. The server builds the route from this object, and the browser builds its typed client from
 * it. The OpenAPI page, the tests of rights and the fuzz tests read it, too.
 */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
  May extends Rights = Rights,
> {
  /** The path below /api/service/, without `.php` at the end. */
  path: string;
  /** One English sentence for the OpenAPI page. */
  summary: string;
  may: May;
  /** The scope that a token needs for this call; null if no token may make it. */
  scope: Scope | null;
  /**
   * A required step that the person need not have taken yet: choosing a new password (`password`) or setting up a
   * second factor (`secondFactor`). With false, the call is refused until the person has taken all required steps.
   */
  allowedBeforeSetUpOf: false | 'password' | 'secondFactor';
  /** The rate limit towards which the call counts for a signed-in person. */
  rateLimit: CallLimitName;
  /** Whether the call also answers GET requests, which have no body. */
  answersGet: boolean;
  /** Whether the call only reads, and reads so much that a replica of the database should answer it. */
  isReport: boolean;
  /**
   * The form of the request's body: 'json', or 'files' for a multipart body, whose field names contain the session id.
   */
  body: 'json' | 'files';
  /** The form of the answer: 'json', or 'file' for a download. */
  responseType: 'json' | 'file';
  /** The schema of the body. A missing field or a wrong type is answered with HTTP 400. */
  input: Input;
  /** Returns the errors of the form (reference 2.3). They are sent together, with `code: 'invalid'`. */
  rules: (input: never, facts: FormFacts) => FieldError[];
  /** The schema of the answer's body without `meta.status`. The server encodes the body, and clients decode it. */
  output: Output;
  /** The codes of the refusals that this call may answer with, each with its German sentence. */
  refusals: Record<Code, string>;
  /**
   * The schema of the current record, which is sent as `data` with the refusal `changedMeanwhile`; null if the call
   * never refuses with that.
   */
  currentRecord: z.ZodMiniType | null;
  /** The HTTP status of refusals. It is 409 if the clients of the call check only the status (reference 2.3). */
  refusalStatus: 200 | 409;
  /** Whether `status` and `message` are also sent at the top level of the answer, for old clients (reference 2.2). */
  hasTopLevelStatus: boolean;
}

/** What `call` needs to declare a call. The properties that may be left out have defaults. */
interface CallDefinition<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Code extends string,
  May extends Rights,
> {
  path: string;
  summary: string;
  may: May;
  input: Input;
  output: Output;
  rules?: (input: z.output<Input>, facts: FormFacts) => FieldError[];
  refusals?: Record<Code, string>;
  currentRecord?: z.ZodMiniType;
  scope?: Scope;
  allowedBeforeSetUpOf?: Call['allowedBeforeSetUpOf'];
  rateLimit?: CallLimitName;
  answersGet?: boolean;
  isReport?: boolean;
  body?: Call['body'];
  responseType?: Call['responseType'];
  refusalStatus?: 200 | 409;
  hasTopLevelStatus?: boolean;
}

/** The default for the rules of a call: no errors. */
export const noRules = (): FieldError[] => [];

/** Declares a call. `may` has no default, so every declaration has to say who may make the call. */
export function call<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const May extends Rights,
  Code extends string = never,
>(definition: CallDefinition<Input, Output, Code, May>): Call<Input, Output, Code, May> {
  return {
    rules: noRules,
    refusals: {} as Record<Code, string>,
    currentRecord: null,
    scope: null,
    allowedBeforeSetUpOf: false,
    rateLimit: 'calls',
    answersGet: false,
    isReport: false,
    body: 'json',
    responseType: 'json',
    refusalStatus: 200,
    hasTopLevelStatus: false,
    ...definition,
  };
}

/** What a client sends, apart from the session id. */
export type InputOf<C> = C extends Call<infer I, z.ZodMiniType, string, Rights> ? z.input<I> : never;
/** What a handler receives: the client's input after parsing. */
export type ParsedOf<C> = C extends Call<infer I, z.ZodMiniType, string, Rights> ? z.output<I> : never;
/** What a handler returns and the browser's code receives. */
export type OutputOf<C> = C extends Call<z.ZodMiniType, infer O, string, Rights> ? z.output<O> : never;
/** The codes of the refusals that a call may answer with. */
export type CodeOf<C> = C extends Call<z.ZodMiniType, z.ZodMiniType, infer K, Rights> ? K : never;

/** Facts about the provider on which the rules of forms depend. */
export interface FormFacts {
  /** A text that the e-mail address of a registration must not contain; '' if every address is allowed. */
  forbiddenInEmail: string;
}

/** An error in a form: the path of the field and a German sentence. */
export interface FieldError {
  path: string;
  message: string;
}

/** The field `meta` of every JSON answer. */
export interface Meta {
  status: 'success' | 'error';
  message?: string;
  code?: string;
}

/** The sentences of refusals that several calls share. */
export const sharedRefusals = {
  notFound: 'Der Eintrag wurde nicht gefunden.',
  invalid: 'Bitte prüfe deine Angaben.',
  invalidRequest: 'Die Anfrage ist unvollständig oder hat die falsche Form.',
  forbidden: 'Dafür fehlt die Berechtigung.',
  passwordChangeRequired: 'Bitte wähle zuerst ein neues Passwort.',
  secondFactorSetUpRequired: 'Bitte richte zuerst die Anmeldung in zwei Schritten ein.',
  foreignOrigin:
    'Das Portal nimmt von dieser Seite keine Anfragen an. Bitte öffne das Portal unter seiner eigenen Adresse.',
  tokenInvalid: 'Dieser Zugangsschlüssel gilt nicht oder nicht mehr.',
  tooManyRequests: 'Zu viele Versuche. Bitte warte einen Moment und versuche es dann erneut.',
} as const;

/** The fixed message by which all clients recognise that the session has ended (reference 3.6). */
export const sessionInvalid = 'session invalid';

/**
 * The schema of text that a person has typed. It is trimmed and normalised to NFC. Control characters are refused,
 * except that `multiline` allows line breaks and tabs. `max` is in UTF-16 units, which browsers count in form fields,
 * too.
 */
export function text(max: number, { multiline = false }: { multiline?: boolean } = {}) {
  const allowed = multiline ? /^[^\p{Cc}\p{Cs}]*(?:[\n\r\t][^\p{Cc}\p{Cs}]*)*$/u : /^[^\p{Cc}\p{Cs}]*$/u;
  return z
    .string()
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.regex(allowed, 'Hier stehen Zeichen, die nicht erlaubt sind.'),
      z.maxLength(max),
    );
}

/** A text field of a form. Null counts as empty, but the field must be present (reference 2.3). */
export function field(max: number, options: { multiline?: boolean } = {}) {
  return z.pipe(
    z.nullable(text(max, options)),
    z.transform((value) => value ?? ''),
  );
}

/**
 * A password. It is neither trimmed nor normalised, because older hashes may be of text that was not in NFC. Null
 * counts as empty.
 */
export const passwordField = z.pipe(
  z.nullable(z.string().check(z.maxLength(maxLengths.password))),
  z.transform((value) => value ?? ''),
);

/** A phone number in a form. Only its digits are kept (reference 3.1). */
export const phoneField = z.pipe(
  z.nullable(text(maxLengths.phone)),
  z.transform((value) => (value ?? '').replace(/\D/g, '')),
);

const noSuchDate = 'Dieses Datum gibt es nicht (erwartet: JJJJ-MM-TT).';

/** A date in a form: `yyyy-mm-dd`, or '' if it is empty. A date that does not exist is refused. */
export const dateField = z.pipe(
  z.nullable(z.string().check(z.refine((value) => value === '' || isDate(value), noSuchDate))),
  z.transform((value) => value ?? ''),
);

/** A date `yyyy-mm-dd`, which is required. */
export const date = z.string().check(z.refine(isDate, noSuchDate));

/** Turns a map from fields to messages into a list of errors in the same order. A field with null has no error. */
export function toFieldErrors(fields: Record<string, string | null>): FieldError[] {
  return Object.entries(fields).flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

/** A weekday: 1 (Monday) to 7 (Sunday). */
export const isoWeekdayField = z.int().check(z.minimum(1), z.maximum(7));

/** An id: a JSON integer from 1. */
export const id = z.int().check(z.minimum(1));

/** An optional id in a form; '' and null count as empty and become null (reference 2.3). */
export const optionalId = z.pipe(
  z.nullable(z.union([z.literal(''), id])),
  z.transform((value) => value || null),
);

/** 0 or 1 on the wire, a boolean everywhere else. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (wire) => wire === 1,
  encode: (value): 0 | 1 => (value ? 1 : 0),
});

/** An option in a list of choices; `value` is its id. */
export const option = z.object({ label: z.string(), value: z.int() });

/** The answer of a download: the name of the file, its size in bytes if that is known, and its bytes. */
export interface Download {
  name: string;
  size?: number;
  bytes: AsyncIterable<Uint8Array>;
}
export const download = z.custom<Download>();

/** An input without fields, or an answer without data. */
export const emptyObject = z.object({});
