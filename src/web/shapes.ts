// The forms of the server's answers, as the browser reads them: the build puts this in the place of zod in the contracts
// (scripts/contracts.ts), whose other half, what people may send, is the server's to judge (docs/decisions/0026). Names
// and meaning are zod's; src/web/shapes.test.ts holds both to the same answers.

/** Answers the decoded value, without the names that the shape does not list; another form throws a TypeError. */
type Shape = (value: unknown) => unknown;

/** A value as it is, if it fits. */
function fitting(fits: (value: unknown) => boolean): Shape {
  return (value) => {
    if (!fits(value)) throw new TypeError('An answer of another form.');
    return value;
  };
}

const list = fitting(Array.isArray);
const plain = fitting((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

export const string = () => fitting((value) => typeof value === 'string');
export const number = () => fitting((value) => typeof value === 'number');
export const int = () => fitting(Number.isSafeInteger);
export const boolean = () => fitting((value) => typeof value === 'boolean');
export const literal = (only: unknown) => fitting((value) => value === only);
const oneOf = (values: readonly unknown[]) => fitting((value) => values.includes(value));
export { oneOf as enum };
/** What no JSON answers: a download. */
export const custom = () => fitting(() => true);

export const nullable =
  (inner: Shape): Shape =>
  (value) =>
    value === null ? null : inner(value);
export const optional =
  (inner: Shape): Shape =>
  (value) =>
    value === undefined ? undefined : inner(value);

export const array =
  (inner: Shape): Shape =>
  (value) =>
    (list(value) as unknown[]).map((one) => inner(one));

export const record =
  (_name: Shape, inner: Shape): Shape =>
  (value) =>
    Object.fromEntries(Object.entries(plain(value) as object).map(([name, one]) => [name, inner(one)]));

export const object =
  (fields: Record<string, Shape>): Shape =>
  (value) => {
    const from = plain(value) as Record<string, unknown>;
    const read = Object.entries(fields).map(([name, field]) => [name, field(from[name])] as const);
    return Object.fromEntries(read.filter(([, there]) => there !== undefined));
  };

/** The first one that fits. */
export const union =
  ([first, ...others]: readonly Shape[]): Shape =>
  (value) => {
    if (!first || others.length === 0) return first?.(value);
    try {
      return first(value);
    } catch {
      return union(others)(value);
    }
  };

export const codec =
  (wire: Shape, inner: Shape, { decode: turn }: { decode: (value: never) => unknown }): Shape =>
  (value) =>
    inner(turn(wire(value) as never));

export const transform = (turn: Shape): Shape => turn;
export const pipe =
  (first: Shape, then: Shape): Shape =>
  (value) =>
    then(first(value));

/** What the server answered, decoded. */
export const decode = (as: Shape, answer: unknown) => as(answer);
