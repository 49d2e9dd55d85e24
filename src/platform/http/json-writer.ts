import * as z from 'zod/mini';

/** Writes a handler's answer as JSON. Throws where the answer has not the form that the contract names. */
export type Write = (value: unknown) => string;

/**
 * A writer of JSON made from a schema, once: it encodes as `z.encode` does (fields that the schema lacks stay out, 0/1
 * flags are written as such) without making the encoded objects first. Rules beyond the form, such as `positive`, are the
 * way in's. What it does not know it leaves to `z.encode`.
 */
export function writerOf(schema: z.ZodMiniType): Write {
  if (schema instanceof z.ZodMiniObject) return objectWriter(schema.shape as Record<string, z.ZodMiniType>);
  if (schema instanceof z.ZodMiniArray) return arrayWriter(writerOf(schema._zod.def.element as z.ZodMiniType));
  if (schema instanceof z.ZodMiniNullable) {
    const write = writerOf(schema._zod.def.innerType as z.ZodMiniType);
    return (value) => (value === null ? 'null' : write(value));
  }
  if (schema instanceof z.ZodMiniOptional) return writerOf(schema._zod.def.innerType as z.ZodMiniType);
  if (schema instanceof z.ZodMiniString) return scalarWriter((value) => typeof value === 'string', quote);
  if (schema instanceof z.ZodMiniNumberFormat) return scalarWriter(Number.isSafeInteger, String);
  if (schema instanceof z.ZodMiniNumber) return scalarWriter(Number.isFinite, String);
  if (schema instanceof z.ZodMiniBoolean) return scalarWriter((value) => typeof value === 'boolean', String);
  if (schema instanceof z.ZodMiniEnum) {
    const members = new Set<unknown>(schema.options);
    return scalarWriter((value) => members.has(value));
  }
  if (schema instanceof z.ZodMiniRecord && schema._zod.def.keyType instanceof z.ZodMiniString)
    return recordWriter(writerOf(schema._zod.def.valueType as z.ZodMiniType));
  return (value) => JSON.stringify(z.encode(schema, value));
}

function scalarWriter(fits: (value: unknown) => boolean, write: (value: never) => string = JSON.stringify): Write {
  return (value) => {
    if (!fits(value)) throw new Error('an answer is not what its contract names');
    return write(value as never);
  };
}

/** What JSON escapes; few texts have any of it, and looking is faster than escaping. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

const quote = (text: string) => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

function arrayWriter(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) throw new Error('an answer has no list where its contract names one');
    return `[${value.map(write).join(',')}]`;
  };
}

function recordWriter(write: Write): Write {
  return (value) => {
    const fields = Object.entries(asObject(value)).map(([key, inner]) => `${quote(key)}:${write(inner)}`);
    return `{${fields.join(',')}}`;
  };
}

function objectWriter(shape: Record<string, z.ZodMiniType>): Write {
  const write = fieldsWriter(shape);
  return (value) => `{${write(value)}}`;
}

/** A writer of an object's fields without the braces around them; '' where it has none. */
export function fieldsWriter(shape: Record<string, z.ZodMiniType>): Write {
  const fields = Object.entries(shape).map(([key, schema]) => ({
    key,
    name: `${JSON.stringify(key)}:`,
    optional: schema._zod.optout === 'optional',
    write: writerOf(schema),
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
  if (typeof value !== 'object' || value === null) throw new Error('an answer has no object where its contract does');
  return value as Record<string, unknown>;
}
