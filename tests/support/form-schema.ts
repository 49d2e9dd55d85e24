import * as z from 'zod/mini';
import type { Call } from '../../src/shared/call.ts';

/** The JSON schema of a form or of one of its fields, as far as tests generate values from it. */
export interface FormSchema {
  type?: string;
  properties?: Record<string, FormSchema>;
  required?: string[];
  anyOf?: FormSchema[];
  items?: FormSchema;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
}

/** The schema of what clients send to a call. */
export const formSchema = ({ input }: Pick<Call, 'input'>) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as FormSchema;
