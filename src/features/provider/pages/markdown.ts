import { fromMarkdown } from 'mdast-util-from-markdown';
import type { PhrasingContent, RootContent } from 'mdast';
import type { Block, Run } from './contract.ts';

/** Where a link of a page may lead: to a web page, a mailbox, a telephone, or a page of the portal. */
const allowed = /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i;

type Style = Omit<Run, 'text'>;
const plain: Style = { strong: false, emphasis: false, href: null };

/**
 * A page in Markdown (CommonMark) as blocks of plain text, so that nothing of it can become markup: HTML in it is left
 * out, of pictures their text stays. The first heading is left out as well, since each page has its title already.
 */
export function blocksOf(markdown: string): Block[] {
  const [first, ...rest] = fromMarkdown(markdown).children;
  const isTitle = first?.type === 'heading' && first.depth === 1;
  return [...(first && !isTitle ? [first] : []), ...rest].flatMap(blockOf);
}

function blockOf(node: RootContent): Block[] {
  if (node.type === 'heading')
    return [{ kind: node.depth <= 2 ? 'heading' : 'subheading', lines: [node.children.flatMap((one) => runsOf(one))] }];
  if (node.type === 'paragraph') return [{ kind: 'paragraph', lines: linesOf(node.children) }];
  if (node.type === 'list') {
    const lines = node.children.map((item) => item.children.flatMap((child) => blockOf(child)));
    return [
      { kind: node.ordered ? 'numbered' : 'list', lines: lines.flatMap((blocks) => blocks.flatMap((b) => b.lines)) },
    ];
  }
  if (node.type === 'blockquote') return node.children.flatMap(blockOf);
  if (node.type === 'code') return [{ kind: 'paragraph', lines: [[{ text: node.value, ...plain }]] }];
  return [];
}

/** A paragraph's lines: a break in the text begins another one. */
function linesOf(nodes: readonly PhrasingContent[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const node of nodes)
    if (node.type === 'break') lines.push([]);
    else lines.at(-1)?.push(...runsOf(node));
  return lines.filter((line) => line.length > 0);
}

function runsOf(node: PhrasingContent, style: Style = plain): Run[] {
  const inside = (nodes: readonly PhrasingContent[], more: Partial<Style>) =>
    nodes.flatMap((one) => runsOf(one, { ...style, ...more }));
  if (node.type === 'text' || node.type === 'inlineCode') return [{ text: node.value, ...style }];
  if (node.type === 'strong') return inside(node.children, { strong: true });
  if (node.type === 'emphasis') return inside(node.children, { emphasis: true });
  if (node.type === 'link') return inside(node.children, { href: allowed.test(node.url) ? node.url : null });
  if (node.type === 'image') return node.alt ? [{ text: node.alt, ...style }] : [];
  return node.type === 'break' ? [{ text: ' ', ...style }] : [];
}
