import * as z from 'zod/mini';
import { isDate } from './berlin.ts';
import { longest } from './lengths.ts';
import type { Caller } from './roles.ts';

/** Who may call: anybody, every signed-in person with a role, or the callers listed; everything else is denied. */
export type Rights = 'everyone' | 'signedIn' | readonly Caller[];

/**
 * A service call, described once. The server builds its route from it, the browser its typed client, and the
 * OpenAPI page, the rights walk and the fuzz tests read the same object.
 */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
  May extends Rights = Rights,
> {
  /** Path below /api/service/, without the ending `.php`. */
  path: string;
  /** One English sentence for the readable description. */
  summary: string;
  may: May;
  /** Of the calls that need a session: one that must still choose a password, or set up a second factor, may make it. */
  restricted: false | 'password' | 'secondFactor';
  /** Also answers GET, without a body. */
  get: boolean;
  /** Reads much and changes nothing: a replica of the database may answer it. */
  report: boolean;
  /** 'json', or 'files' for multipart bodies whose field names carry the session id. */
  body: 'json' | 'files';
  /** 'json', or 'file' for a download. */
  answer: 'json' | 'file';
  /** The form of the body: absent fields and wrong types are faults of form (HTTP 400). */
  input: Input;
  /** The rules that the spec names with a sentence: all mistakes answer together as `code: 'invalid'`. */
  rules: (input: never, portal: FormFacts) => FieldError[];
  /** The answer's body beside `meta.status`; decoded from the wire's spelling on the way in, encoded on the way out. */
  output: Output;
  /** Outcomes this call may refuse with, each with its German sentence. */
  refusals: Record<Code, string>;
  /** The record that stands in `data` beside the refusal `changedMeanwhile`, as it is now; null without such a refusal. */
  newer: z.ZodMiniType | null;
  /** 409 where the spec's client looks at the HTTP status alone (contract §1). */
  refusalStatus: 200 | 409;
  /** The spec reads `status` and `message` at the top level as well. */
  statusOnTop: boolean;
}

interface Definition<I extends z.ZodMiniType, O extends z.ZodMiniType, C extends string, M extends Rights> {
  path: string;
  summary: string;
  may: M;
  input: I;
  output: O;
  rules?: (input: z.output<I>, portal: FormFacts) => FieldError[];
  refusals?: Record<C, string>;
  newer?: z.ZodMiniType;
  restricted?: Call['restricted'];
  get?: boolean;
  report?: boolean;
  body?: Call['body'];
  answer?: Call['answer'];
  refusalStatus?: 200 | 409;
  statusOnTop?: boolean;
}

/** The rules of a call that the spec names none for. */
export const noRules = (): FieldError[] => [];

/** Declares a call. `may` has no default: a call without a rule of rights does not compile. */
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
    get: false,
    report: false,
    body: 'json',
    answer: 'json',
    refusalStatus: 200,
    statusOnTop: false,
    ...definition,
  };
}

/** What a client sends, besides the session id. */
export type InputOf<C> = C extends Call<infer I, z.ZodMiniType, string, Rights> ? z.input<I> : never;
/** What a handler receives. */
export type ParsedOf<C> = C extends Call<infer I, z.ZodMiniType, string, Rights> ? z.output<I> : never;
/** What a handler answers and what the browser's code sees. */
export type OutputOf<C> = C extends Call<z.ZodMiniType, infer O, string, Rights> ? z.output<O> : never;
/** The codes a call may refuse with. */
export type CodeOf<C> = C extends Call<z.ZodMiniType, z.ZodMiniType, infer K, Rights> ? K : never;

/** Facts of the provider that a form's rules depend on. */
export interface FormFacts {
  /** Text that a registration's e-mail may not contain; '' for none. */
  forbiddenInEmail: string;
}

/** One mistake in a form: the field's path and the German sentence for it. */
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

/** Sentences of the codes that several calls share. */
export const sharedRefusals = {
  notFound: 'Der Eintrag wurde nicht gefunden.',
  invalid: 'Bitte prüfe deine Angaben.',
  invalidRequest: 'Die Anfrage ist unvollständig oder hat die falsche Form.',
  forbidden: 'Dafür fehlt die Berechtigung.',
  passwordChangeRequired: 'Bitte wähle zuerst ein neues Passwort.',
  secondFactorSetUpRequired: 'Bitte richte zuerst die Anmeldung in zwei Schritten ein.',
  tooManyRequests: 'Zu viele Versuche. Bitte warte einen Moment und versuche es dann erneut.',
} as const;

/** The fixed word by which every client recognises an ended session (spec §7). */
export const sessionInvalid = 'session invalid';

/**
 * Text from a person: trimmed and NFC-normalised. NUL and control characters are a fault of form; `multiline`
 * allows line breaks and tabs. `max` counts UTF-16 units, as the browser's counters do.
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

/** A filled-in field of a form as it arrives: null counts as empty (contract §1). */
export function field(max: number) {
  return z.pipe(
    z.nullable(text(max)),
    z.transform((value) => value ?? ''),
  );
}

/** A phone number as it arrives; everything but digits is dropped (spec participant §5). */
export const phone = z.pipe(
  z.nullable(text(longest.phone)),
  z.transform((value) => (value ?? '').replace(/\D/g, '')),
);

const noDate = 'Dieses Datum gibt es nicht (erwartet: JJJJ-MM-TT).';

/** A calendar date of a form: `yyyy-mm-dd`, or '' while it is empty. An impossible date is a fault of form. */
export const dateField = z.pipe(
  z.nullable(z.string().check(z.refine((value) => value === '' || isDate(value), noDate))),
  z.transform((value) => value ?? ''),
);

/** A calendar date that must be there. */
export const date = z.string().check(z.refine(isDate, noDate));

/** The mistakes among named fields, in the order given. */
export function problems(fields: Record<string, string | null>): FieldError[] {
  return Object.entries(fields).flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

/** Ids are JSON integers. */
export const id = z.int().check(z.minimum(1));

/** Whom or what a form names by id; '' and null count as empty and come as null (contract §1). */
export const chosen = z.pipe(
  z.nullable(z.union([z.literal(''), id])),
  z.transform((value) => value || null),
);

/** The wire's 0 or 1, a boolean everywhere else. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (wire) => wire === 1,
  encode: (value): 0 | 1 => (value ? 1 : 0),
});

/** A choice of a picker. */
export const option = z.object({ label: z.string(), value: z.int() });

/** A download's answer: the bytes of a document under its display name; size in bytes. */
export interface Download {
  name: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}
export const download = z.custom<Download>();

/** An answer without payload. */
export const nothing = z.object({});
