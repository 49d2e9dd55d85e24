import * as z from 'zod/mini';
import type { Call, InputOf, OutputOf } from '../../shared/call.ts';
import { queryClient } from './apiQuery.ts';

/**
 * The answers to a page's first calls that came with its document: the JSON bodies by the path of the call. `email`
 * belongs to the person for whom the server has rendered the document.
 */
export interface FirstAnswers {
  email: string;
  bodies: Readonly<Record<string, unknown>>;
}

/** Decodes the answer to a call; undefined if it did not come with the document. */
export function decodeFirstAnswer<C extends Call>(call: C, { bodies }: FirstAnswers): OutputOf<C> | undefined {
  const body = bodies[call.path];
  return body === undefined ? undefined : (z.decode(call.output, body as never) as OutputOf<C>);
}

/** Puts the answer to a call into the cache, from which `useApiQuery` reads it. Returns the decoded answer. */
export function cacheFirstAnswer<C extends Call>(
  call: C,
  input: InputOf<C>,
  answers: FirstAnswers,
): OutputOf<C> | undefined {
  const output = decodeFirstAnswer(call, answers);
  if (output !== undefined) queryClient.setQueryData([call.path, input], output);
  return output;
}
