import * as z from 'zod/mini';
import { call } from '../../../shared/call.ts';
import { pageNames } from './rules.ts';

/** A part of a line; a link has an address. */
const run = z.object({
  text: z.string(),
  strong: z.boolean(),
  emphasis: z.boolean(),
  href: z.nullable(z.string()),
});
export type Run = z.output<typeof run>;

/** A part of a page: a heading or a paragraph has one line, a list one for each item. */
const block = z.object({
  kind: z.enum(['heading', 'subheading', 'paragraph', 'list', 'numbered']),
  lines: z.array(z.array(run)),
});
export type Block = z.output<typeof block>;

export const getPage = call({
  path: 'public/getPage',
  summary:
    'A legal page of the provider, without markup; `example` says that it is the text that comes with the portal.',
  may: 'everyone',
  input: z.object({ page: z.enum(pageNames) }),
  output: z.object({ data: z.object({ example: z.boolean(), blocks: z.array(block) }) }),
});
