import * as z from 'zod/mini';

/** Writes a handler's answer as JSON. Throws if the answer does not have the form that the contract declares. */
export type JsonWriter = (value: unknown) => string;

/**
 * Builds a JSON writer from a schema. The writer encodes like `z.encode` (drops fields that the schema lacks, writes
 * flags as 0/1) without building the encoded objects first. It checks only the form; rules such as `positive` are for
 * input. Kinds of schemas that it does not know are left to `z.encode`.
 */
export function jsonWriter(schema: z.ZodMiniType): JsonWriter {
  if (schema instanceof z.ZodMiniObject) return objectWriter(schema.shape as Record<string, z.ZodMiniType>);
  if (schema instanceof z.ZodMiniArray) return arrayWriter(jsonWriter(schema._zod.def.element as z.ZodMiniType));
  if (schema instanceof z.ZodMiniNullable) {
    const write = jsonWriter(schema._zod.def.innerType as z.ZodMiniType);
    return (value) => (value === null ? 'null' : write(value));
  }
  if (schema instanceof z.ZodMiniOptional) return jsonWriter(schema._zod.def.innerType as z.ZodMiniType);
  if (schema instanceof z.ZodMiniString) return scalarWriter((value) => typeof value === 'string', quote);
  if (schema instanceof z.ZodMiniNumberFormat) return scalarWriter(Number.isSafeInteger, String);
  if (schema instanceof z.ZodMiniNumber) return scalarWriter(Number.isFinite, String);
  if (schema instanceof z.ZodMiniBoolean) return scalarWriter((value) => typeof value === 'boolean', String);
  if (schema instanceof z.ZodMiniEnum) {
    const members = new Set<unknown>(schema.options);
    return scalarWriter((value) => members.has(value));
  }
  if (schema instanceof z.ZodMiniRecord && schema._zod.def.keyType instanceof z.ZodMiniString)
    return recordWriter(jsonWriter(schema._zod.def.valueType as z.ZodMiniType));
  return (value) => JSON.stringify(z.encode(schema, value));
}

function scalarWriter(fits: (value: unknown) => boolean, write: (value: never) => string = JSON.stringify): JsonWriter {
  return (value) => {
    if (!fits(value)) throw new Error('an answer does not have the form that its contract declares');
    return write(value as never);
  };
}

/** Characters that JSON escapes. Few texts have any, and testing for them is faster than escaping. */
const escapedCharacter = /["\\\p{Cc}\p{Cs}]/u;

const quote = (text: string) => (escapedCharacter.test(text) ? JSON.stringify(text) : `"${text}"`);

function arrayWriter(write: JsonWriter): JsonWriter {
  return (value) => {
    if (!Array.isArray(value)) throw new Error('an answer has no list where its contract declares one');
    return `[${value.map(write).join(',')}]`;
  };
}

function recordWriter(write: JsonWriter): JsonWriter {
  return (value) => {
    const fields = Object.entries(asObject(value)).map(([key, inner]) => `${quote(key)}:${write(inner)}`);
    return `{${fields.join(',')}}`;
  };
}

function objectWriter(shape: Record<string, z.ZodMiniType>): JsonWriter {
  const write = fieldsWriter(shape);
  return (value) => `{${write(value)}}`;
}

/** Builds a writer of an object's fields without the braces around them; it writes '' if there are none. */
export function fieldsWriter(shape: Record<string, z.ZodMiniType>): JsonWriter {
  const fields = Object.entries(shape).map(([key, schema]) => ({
    key,
    name: `${JSON.stringify(key)}:`,
    optional: schema._zod.optout === 'optional',
    write: jsonWriter(schema),
  }));
  return (value) => {
    const object = asObject(value);
    let text = '';
    for (const { key, name, optional, write } of fields) {
      const inner = object[key];
      if (inner === undefined && optional) continue;
      text += `${text === '' ? '' : ','}${name}${write(inner)}`;
    }
    return text;
  };
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new Error('an answer has no object where its contract declares one');
  return value as Record<string, unknown>;
}
