import * as z from 'zod/mini';
import { sharedRefusals, type Call, type FieldError } from '../../../shared/call.ts';
import { ServerError } from '../../server-error.ts';

/**
 * Parses the input of a call. Throws 400 with one German sentence for each field that is missing, has a wrong type or
 * exceeds its schema.
 */
export function readForm(call: Pick<Call, 'input'>, body: object): unknown {
  const parsed = call.input.safeParse(body, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw badForm(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** The refusal of a body that does not have the form of its call. */
export function badForm(errors: FieldError[] = []): ServerError {
  return new ServerError(400, 'invalidRequest', sharedRefusals.invalidRequest, { errors });
}

/** The value of a field that the rules of its form require. Throws if they let an empty one through. */
export function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The rules of the form accept an empty field that its handler requires');
  return value;
}

type Issue = z.core.$ZodRawIssue;

/** The sentence for every issue without one of its own. */
export const unexpectedFormSentence = 'Diese Angabe hat nicht die erwartete Form.';

const sentenceForType: Record<string, string> = {
  string: 'Hier wird ein Text erwartet.',
  number: 'Hier wird eine Zahl erwartet.',
  int: 'Hier wird eine ganze Zahl erwartet.',
  boolean: 'Hier wird Ja oder Nein erwartet (true oder false).',
  array: 'Hier wird eine Liste erwartet.',
  object: 'Hier werden mehrere Angaben mit Namen erwartet.',
};

/** The sentence for an issue whose schema has none of its own; issues within a union are passed here before it. */
function sentenceOf(issue: Issue): string {
  if (issue.input === undefined) return 'Diese Angabe fehlt.';
  if (issue.input === null) return 'Diese Angabe darf nicht leer sein.';
  if (issue.code === 'invalid_type') return sentenceForType[issue.expected] ?? unexpectedFormSentence;
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum);
  if (issue.code === 'too_small') return `Die Zahl muss mindestens ${issue.minimum} sein.`;
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  return issue.code === 'invalid_union' ? ofUnion(issue.errors) : unexpectedFormSentence;
}

function tooBig(origin: string, max: number | bigint): string {
  return origin === 'string'
    ? `Diese Angabe darf höchstens ${max} Zeichen lang sein.`
    : `Die Zahl darf höchstens ${max} sein.`;
}

const oneOf = (values: readonly unknown[]) =>
  `Möglich sind hier nur: ${values.filter((value) => value !== '').join(', ')}.`;

/** The sentence of the first option that is not just a list of values; if there is none, a list of all values. */
function ofUnion(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  const issues = options.flat();
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  return issues.find(({ code }) => code !== 'invalid_value')?.message ?? oneOf(values);
}
