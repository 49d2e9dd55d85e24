import * as z from 'zod/mini';
import { call } from '../../../shared/call.ts';
import { pageNames } from './rules.ts';

/** A run of text in one style. `href` is the URL of a link; null for text without a link. */
const textRun = z.object({
  text: z.string(),
  strong: z.boolean(),
  emphasis: z.boolean(),
  href: z.nullable(z.string()),
});
export type TextRun = z.output<typeof textRun>;

/** A block of a page. A heading has one line, a paragraph at least one, and a list at least one per item. */
const block = z.object({
  kind: z.enum(['heading', 'subheading', 'paragraph', 'list', 'numbered']),
  lines: z.array(z.array(textRun)),
});
export type PageBlock = z.output<typeof block>;

export const getPage = call({
  path: 'public/getPage',
  summary:
    'Returns a legal page of the provider, without markup; `example` is true for the text that comes with the portal.',
  may: 'everyone',
  input: z.object({ page: z.enum(pageNames) }),
  output: z.object({ data: z.object({ example: z.boolean(), blocks: z.array(block) }) }),
});
