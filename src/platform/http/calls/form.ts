import * as z from 'zod/mini';
import { sharedRefusals, type Call, type FieldError } from '../../../shared/call.ts';
import { ServerError } from '../../server-error.ts';

/**
 * Parses the body of a call. Throws 400 if it does not match the schema of the call, with one German message for each
 * wrong field.
 */
export function readForm(call: Pick<Call, 'input'>, body: object): unknown {
  const { data, errors } = parseForm(call, body);
  if (errors.length > 0) throw invalidRequest(errors);
  return data;
}

/** Parses the body of a call, and returns it with one German message for each field that does not match the schema. */
export function parseForm({ input }: Pick<Call, 'input'>, body: object): { data?: unknown; errors: FieldError[] } {
  const { data, error } = input.safeParse(body, { error: messageOf });
  return { data, errors: (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })) };
}

/** The error for a body that does not match the schema of its call. */
export function invalidRequest(errors: FieldError[] = []): ServerError {
  return new ServerError(400, 'invalidRequest', sharedRefusals.invalidRequest, { errors });
}

/** Returns the value of a field that the rules of the form require. Throws if the rules have accepted null. */
export function requireValue<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The rules of the form accept an empty field that its handler requires');
  return value;
}

type Issue = z.core.$ZodRawIssue;

/** The message for every issue without a more specific message. */
export const unexpectedFormatMessage = 'Diese Angabe hat nicht die erwartete Form.';

const messageForType: Record<string, string> = {
  string: 'Hier wird ein Text erwartet.',
  number: 'Hier wird eine Zahl erwartet.',
  int: 'Hier wird eine ganze Zahl erwartet.',
  boolean: 'Hier wird Ja oder Nein erwartet (true oder false).',
  array: 'Hier wird eine Liste erwartet.',
  object: 'Hier werden mehrere Angaben mit Namen erwartet.',
};

/**
 * The message for an issue whose schema declares no message. For a union, zod calls this first for the issues of its
 * options and then for the union.
 */
function messageOf(issue: Issue): string {
  if (issue.input === undefined) return 'Diese Angabe fehlt.';
  if (issue.input === null) return 'Diese Angabe darf nicht leer sein.';
  if (issue.code === 'invalid_type') return messageForType[issue.expected] ?? unexpectedFormatMessage;
  if (issue.code === 'too_big') return tooBigMessage(issue.origin, issue.maximum);
  if (issue.code === 'too_small') return `Die Zahl muss mindestens ${issue.minimum} sein.`;
  if (issue.code === 'invalid_value') return allowedValuesMessage(issue.values);
  return issue.code === 'invalid_union' ? unionMessage(issue.errors) : unexpectedFormatMessage;
}

function tooBigMessage(origin: string, max: number | bigint): string {
  return origin === 'string'
    ? `Diese Angabe darf höchstens ${max} Zeichen lang sein.`
    : `Die Zahl darf höchstens ${max} sein.`;
}

const allowedValuesMessage = (values: readonly unknown[]) =>
  `Möglich sind hier nur: ${values.filter((value) => value !== '').join(', ')}.`;

/** The message of the first option that is not a list of values. If all options are lists, it names their values. */
function unionMessage(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  const issues = options.flat();
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  return issues.find(({ code }) => code !== 'invalid_value')?.message ?? allowedValuesMessage(values);
}
