import * as z from 'zod/mini';

/** Writes a handler's output as JSON. Throws if the output does not match the schema of the contract. */
export type JsonWriter = (value: unknown) => string;

/**
 * Creates a JSON writer from a schema. The writer encodes like `z.encode`: it leaves out fields that the schema does
 * not declare, and writes each flag, which handlers give as a boolean, as 0 or 1. It is faster, because it does not
 * build the encoded objects first. It checks only types, and no other rules of the schema such as a minimum. For a
 * schema that the writer does not support, it calls `z.encode`.
 */
export function createJsonWriter(schema: z.ZodMiniType): JsonWriter {
  if (schema instanceof z.ZodMiniObject) return createObjectWriter(schema.shape as Record<string, z.ZodMiniType>);
  if (schema instanceof z.ZodMiniArray)
    return createArrayWriter(createJsonWriter(schema._zod.def.element as z.ZodMiniType));
  if (schema instanceof z.ZodMiniNullable) {
    const write = createJsonWriter(schema._zod.def.innerType as z.ZodMiniType);
    return (value) => (value === null ? 'null' : write(value));
  }
  if (schema instanceof z.ZodMiniOptional) return createJsonWriter(schema._zod.def.innerType as z.ZodMiniType);
  if (schema instanceof z.ZodMiniString) return createScalarWriter((value) => typeof value === 'string', quote);
  if (schema instanceof z.ZodMiniNumberFormat) return createScalarWriter(Number.isSafeInteger, String);
  if (schema instanceof z.ZodMiniNumber) return createScalarWriter(Number.isFinite, String);
  if (schema instanceof z.ZodMiniBoolean) return createScalarWriter((value) => typeof value === 'boolean', String);
  if (schema instanceof z.ZodMiniEnum) {
    const members = new Set<unknown>(schema.options);
    return createScalarWriter((value) => members.has(value));
  }
  if (schema instanceof z.ZodMiniRecord && schema._zod.def.keyType instanceof z.ZodMiniString)
    return createRecordWriter(createJsonWriter(schema._zod.def.valueType as z.ZodMiniType));
  return (value) => JSON.stringify(z.encode(schema, value));
}

function createScalarWriter(
  isValid: (value: unknown) => boolean,
  write: (value: never) => string = JSON.stringify,
): JsonWriter {
  return (value) => {
    if (!isValid(value)) throw new Error('an answer does not match the schema that its contract declares');
    return write(value as never);
  };
}

/** Characters that JSON escapes. Most texts have none, and testing for them is faster than escaping. */
const escapedCharacter = /["\\\p{Cc}\p{Cs}]/u;

const quote = (text: string) => (escapedCharacter.test(text) ? JSON.stringify(text) : `"${text}"`);

function createArrayWriter(write: JsonWriter): JsonWriter {
  return (value) => {
    if (!Array.isArray(value)) throw new Error('an answer has no list where its contract declares one');
    return `[${value.map(write).join(',')}]`;
  };
}

function createRecordWriter(write: JsonWriter): JsonWriter {
  return (value) => {
    const fields = Object.entries(asObject(value)).map(([key, inner]) => `${quote(key)}:${write(inner)}`);
    return `{${fields.join(',')}}`;
  };
}

function createObjectWriter(shape: Record<string, z.ZodMiniType>): JsonWriter {
  const write = createFieldsWriter(shape);
  return (value) => `{${write(value)}}`;
}

/** Creates a writer that writes the fields of an object without braces around them; '' if there are no fields. */
export function createFieldsWriter(shape: Record<string, z.ZodMiniType>): JsonWriter {
  const fields = Object.entries(shape).map(([key, schema]) => ({
    key,
    prefix: `${JSON.stringify(key)}:`,
    isOptional: schema._zod.optout === 'optional',
    write: createJsonWriter(schema),
  }));
  return (value) => {
    const object = asObject(value);
    let text = '';
    for (const { key, prefix, isOptional, write } of fields) {
      const inner = object[key];
      if (inner === undefined && isOptional) continue;
      text += `${text === '' ? '' : ','}${prefix}${write(inner)}`;
    }
    return text;
  };
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new Error('an answer has no object where its contract declares one');
  return value as Record<string, unknown>;
}
