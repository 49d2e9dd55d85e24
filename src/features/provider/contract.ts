import * as z from 'zod/mini';
import { call, emptyObject } from '../../shared/call.ts';
import { exampleValues, type ExampleValue } from './rules.ts';

export const getLocations = call({
  path: 'location/getAll',
  summary: 'Lists the provider’s locations in German alphabetical order.',
  may: 'everyone',
  answersGet: true,
  input: emptyObject,
  output: z.object({
    locations: z.array(z.object({ label: z.string(), value: z.int(), placeId: z.optional(z.string()) })),
  }),
});

export const getPortal = call({
  path: 'public/getPortal',
  summary: 'Data that every page needs, such as the provider’s name, links and team e-mail.',
  may: 'everyone',
  input: emptyObject,
  output: z.object({
    data: z.object({
      provider: z.string(),
      coachingEmail: z.string(),
      forbiddenInEmail: z.string(),
      links: z.record(z.string(), z.string()),
      chatScript: z.nullable(z.string()),
      /** The product's version, as in its changelog. */
      version: z.string(),
      /** Whether people can sign in with passkeys. */
      passkeys: z.boolean(),
      /** How staff sign in with their account at an identity provider, by its name; null if there is none. */
      sso: z.nullable(z.object({ label: z.string() })),
    }),
  }),
});

export const getExampleValues = call({
  path: 'admin/getExampleValues',
  summary: 'The settings that still have an example value; none in a demo.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({ data: z.array(z.enum(Object.keys(exampleValues) as [ExampleValue])) }),
});
