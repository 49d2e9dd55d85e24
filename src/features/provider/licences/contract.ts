import * as z from 'zod/mini';
import { call, emptyObject } from '../../../shared/call.ts';

export const getLicences = call({
  path: 'public/getLicences',
  summary: 'The libraries and fonts in the portal with their licences; `text` is an index of `texts`.',
  may: 'everyone',
  answersGet: true,
  input: emptyObject,
  output: z.object({
    data: z.object({
      packages: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          /** The identifier of the licence, such as 'MIT'; null if the package names none. */
          licence: z.nullable(z.string()),
          /** The position of the licence's text in `texts`; null if the package has no such file. */
          text: z.nullable(z.int()),
        }),
      ),
      texts: z.array(z.string()),
    }),
  }),
});
