import * as z from 'zod/mini';
import type { Call } from '../../src/shared/call.ts';

/** The JSON schema of a form or of one of its fields, limited to the keywords from which tests generate values. */
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

/** Returns the JSON schema of a call's input. */
export const getFormSchema = ({ input }: Pick<Call, 'input'>) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as FormSchema;
