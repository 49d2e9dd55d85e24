import * as z from 'zod/mini';
import { isDate } from './berlin.ts';
import { maxLengths } from './lengths.ts';
import type { Caller } from './roles.ts';

/** Who may make a call: everyone, every signed-in person with a role, or only the listed kinds of callers. */
export type Rights = 'everyone' | 'signedIn' | readonly Caller[];

/** The limit towards which a signed-in person's call counts; `calls` is the usual one. */
export type Usage =
  'calls' | 'searches' | 'downloads' | 'uploads' | 'imports' | 'bookings' | 'passwords' | 'actionsThatMail';

/**
 * A service call, described in one place. The server builds its route from this object and the browser its typed
 * client; the OpenAPI page and the tests of rights and of random input read it, too.
 */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
  May extends Rights = Rights,
> {
  /** Path below /api/service/, without the ending `.php`. */
  path: string;
  /** One English sentence for the OpenAPI page. */
  summary: string;
  may: May;
  /** Whether the call is also open to a person who must first choose a password, or set up a second factor. */
  restricted: false | 'password' | 'secondFactor';
  /** The limit towards which a signed-in person's calls count. */
  counts: Usage;
  /** Whether the call also answers GET, without a body. */
  get: boolean;
  /** Whether the call reads a lot and changes nothing, so that a replica of the database may answer. */
  report: boolean;
  /** 'json', or 'files' for multipart bodies whose field names carry the session id. */
  body: 'json' | 'files';
  /** 'json', or 'file' for a download. */
  answer: 'json' | 'file';
  /** The form of the body: missing fields and wrong types give HTTP 400. */
  input: Input;
  /** The rules of the form (reference 2.3): all violations are reported together, with `code: 'invalid'`. */
  rules: (input: never, facts: FormFacts) => FieldError[];
  /**
   * The body of the answer apart from `meta.status`: the server encodes it for the wire, and clients decode it.
   */
  output: Output;
  /** The codes with which this call may refuse, each with its German sentence. */
  refusals: Record<Code, string>;
  /** The current record, sent as `data` with the refusal `changedMeanwhile`; null if there is no such refusal. */
  newer: z.ZodMiniType | null;
  /** The HTTP status of refusals: 409 for calls whose clients check only the status (reference 2.3). */
  refusalStatus: 200 | 409;
  /** Whether `status` and `message` are also sent at the top level, for old clients (reference 2.2). */
  statusOnTop: boolean;
}

interface Definition<I extends z.ZodMiniType, O extends z.ZodMiniType, C extends string, M extends Rights> {
  path: string;
  summary: string;
  may: M;
  input: I;
  output: O;
  rules?: (input: z.output<I>, facts: FormFacts) => FieldError[];
  refusals?: Record<C, string>;
  newer?: z.ZodMiniType;
  restricted?: Call['restricted'];
  counts?: Usage;
  get?: boolean;
  report?: boolean;
  body?: Call['body'];
  answer?: Call['answer'];
  refusalStatus?: 200 | 409;
  statusOnTop?: boolean;
}

/** The rules of a call that has none: they report no error. */
export const noRules = (): FieldError[] => [];

/** Declares a call. `may` has no default: a call without it does not compile. */
export function call<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  const M extends Rights,
  C extends string = never,
>(definition: Definition<I, O, C, M>): Call<I, O, C, M> {
  return {
    rules: noRules,
    refusals: {} as Record<C, string>,
    newer: null,
    restricted: false,
    counts: 'calls',
    get: false,
    report: false,
    body: 'json',
    answer: 'json',
    refusalStatus: 200,
    statusOnTop: false,
    ...definition,
  };
}

/** What a client sends, in addition to the session id. */
export type InputOf<C> = C extends Call<infer I, z.ZodMiniType, string, Rights> ? z.input<I> : never;
/** What a handler receives. */
export type ParsedOf<C> = C extends Call<infer I, z.ZodMiniType, string, Rights> ? z.output<I> : never;
/** What a handler returns and the browser's code receives. */
export type OutputOf<C> = C extends Call<z.ZodMiniType, infer O, string, Rights> ? z.output<O> : never;
/** The codes with which a call may refuse. */
export type CodeOf<C> = C extends Call<z.ZodMiniType, z.ZodMiniType, infer K, Rights> ? K : never;

/** Facts about the provider that the rules of forms depend on. */
export interface FormFacts {
  /** Text that a registration's e-mail must not contain; '' if there is no such text. */
  forbiddenInEmail: string;
}

/** One error in a form: the path of the field and the German sentence for it. */
export interface FieldError {
  path: string;
  message: string;
}

/** The envelope of every JSON answer. */
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
  tooManyRequests: 'Zu viele Versuche. Bitte warte einen Moment und versuche es dann erneut.',
} as const;

/** The fixed message by which every client recognises an ended session (reference 3.6). */
export const sessionInvalid = 'session invalid';

/**
 * Text that a person has typed: trimmed and NFC-normalised. Control characters are refused; `multiline` allows line
 * breaks and tabs. `max` counts UTF-16 units, like the counters of browsers.
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

/** A text field of a form: null counts as empty, while an absent field is a fault (reference 2.3). */
export function field(max: number, options: { multiline?: boolean } = {}) {
  return z.pipe(
    z.nullable(text(max, options)),
    z.transform((value) => value ?? ''),
  );
}

/** A password: never trimmed or normalised, since old hashes may come from text not in NFC; null counts as empty. */
export const passwordField = z.pipe(
  z.nullable(z.string().check(z.maxLength(maxLengths.password))),
  z.transform((value) => value ?? ''),
);

/** A phone number in a form; only its digits are kept (reference 3.1). */
export const phoneField = z.pipe(
  z.nullable(text(maxLengths.phone)),
  z.transform((value) => (value ?? '').replace(/\D/g, '')),
);

const noDate = 'Dieses Datum gibt es nicht (erwartet: JJJJ-MM-TT).';

/** A calendar date in a form: `yyyy-mm-dd`, or '' if it is empty. A date that does not exist is refused. */
export const dateField = z.pipe(
  z.nullable(z.string().check(z.refine((value) => value === '' || isDate(value), noDate))),
  z.transform((value) => value ?? ''),
);

/** A required calendar date. */
export const date = z.string().check(z.refine(isDate, noDate));

/** Turns messages by field, null where there is no error, into the list of errors, in the given order. */
export function toFieldErrors(fields: Record<string, string | null>): FieldError[] {
  return Object.entries(fields).flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

/** A weekday: 1 (Monday) to 7. */
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

/** An option of a picker. */
export const option = z.object({ label: z.string(), value: z.int() });

/** The answer of a download: the file name, the size in bytes, left out if unknown, and the bytes. */
export interface Download {
  name: string;
  size?: number;
  bytes: AsyncIterable<Uint8Array>;
}
export const download = z.custom<Download>();

/** An input without fields, or an answer without payload. */
export const nothing = z.object({});
