import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../edge/compression.ts';
import { allowStyles } from '../edge/headers.ts';
import { escapeHtml } from './prerendered.ts';

/** A call that a page makes first: its path, and its input without the session id. */
export type FirstCall = [path: string, input: object];

/** The content of a page for one person. */
export interface PersonalContent {
  markup: string;
  /** The style rules of the markup. Each entry has the rules of one element. */
  rules: readonly string[];
  /** The answers from which the markup was rendered, for the page's scripts. */
  answers: object;
}

/** Renders the content of a page for the person who requests it. Returns null if the page is sent as it is. */
export type RenderContent = (
  pageName: string,
  firstCalls: readonly FirstCall[],
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<PersonalContent | null>;

/** Returns the calls that the scripts of a page make first, which the page contains. */
export function readFirstCalls(html: string): FirstCall[] {
  const [, json = '[]'] = firstCallsPattern.exec(html) ?? [];
  return JSON.parse(json.replaceAll('&quot;', '"')) as FirstCall[];
}

const firstCallsPattern = /<meta name="first-calls" content="([^"]*)">/;
const contentPattern = /<div id="root"><div class="prerendered">.*<\/div><\/div>/s;

/**
 * Sends a page with content for one person, which nobody may store. Rules that `styleSheet` contains are left out. Of
 * the first calls, only the one that checks the session is left for the page's scripts.
 */
export async function sendPersonalPage(
  html: string,
  styleSheet: string,
  { markup, rules, answers }: PersonalContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const missingRules = [...new Set(rules)].filter((rule) => !styleSheet.includes(rule)).join('');
  const sessionCheck = escapeHtml(JSON.stringify(readFirstCalls(html).slice(0, 1)));
  const personalHtml = html
    .replace(firstCallsPattern, () => `<meta name="first-calls" content="${sessionCheck}">`)
    .replace('<head>', () => `<head>\n    <meta name="first-answers" content="${escapeHtml(JSON.stringify(answers))}">`)
    .replace('</head>', () => `<style>${missingRules}</style>\n  </head>`)
    .replace(contentPattern, () => `<div id="root"><div class="prerendered personal">${markup}</div></div>`);
  const styleAttributes = [...markup.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) => value);
  allowStyles(reply, missingRules, [...new Set(styleAttributes)]);
  reply.header('cache-control', 'no-store').header('vary', 'accept-encoding, cookie').type('text/html; charset=utf-8');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(personalHtml);
  reply.header('content-encoding', encoding);
  return reply.send(await compress[encoding](personalHtml));
}

const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip) as (text: string) => Promise<Buffer>,
};
