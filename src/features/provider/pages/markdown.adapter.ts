import { fromMarkdown } from 'mdast-util-from-markdown';
import type { PhrasingContent, RootContent } from 'mdast';
import type { Block, Run } from './contract.ts';
import { HtmlText } from './html-text.adapter.ts';

/**
 * Where a link of a page may lead: to a web page, a mailbox, a telephone, or a page of the portal. Browsers read a
 * backslash as a slash and skip tabs and line breaks, so that '/\\host' would lead to another host.
 */
const allowed = /^(https?:\/\/|mailto:|tel:|\/(?!\/))[^\\\p{Cc}]*$/iu;

type Style = Omit<Run, 'text'>;
const plain: Style = { strong: false, emphasis: false, href: null };

/**
 * A page in Markdown (CommonMark) as blocks of plain text, so that nothing in it can become markup: HTML keeps its text
 * without the tags, pictures keep their alternative text. Comments, scripts and styles are left out, and so is the
 * first heading, since each page has its title already.
 */
export function blocksOf(markdown: string): Block[] {
  const [first, ...rest] = fromMarkdown(markdown).children;
  const isTitle = first?.type === 'heading' && first.depth === 1;
  const page = new Page();
  return [...(first && !isTitle ? [first] : []), ...rest]
    .flatMap((node) => page.blockOf(node))
    .filter(({ lines }) => lines.length > 0);
}

/** Reads the parts of a page in order, since a script or a style may end in a later part. */
class Page {
  private readonly html = new HtmlText();

  blockOf(node: RootContent): Block[] {
    if (node.type === 'heading')
      return [
        { kind: node.depth <= 2 ? 'heading' : 'subheading', lines: [node.children.flatMap((one) => this.runsOf(one))] },
      ];
    if (node.type === 'paragraph') return [{ kind: 'paragraph', lines: this.linesOf(node.children) }];
    if (node.type === 'list') {
      const lines = node.children.flatMap((item) => item.children.flatMap((child) => this.blockOf(child)));
      return [{ kind: node.ordered ? 'numbered' : 'list', lines: lines.flatMap((block) => block.lines) }];
    }
    if (node.type === 'blockquote') return node.children.flatMap((child) => this.blockOf(child));
    if (node.type === 'code') {
      const text = this.html.shown(node.value);
      return [{ kind: 'paragraph', lines: text ? [[{ text, ...plain }]] : [] }];
    }
    return node.type === 'html' ? this.paragraphsOf(node.value) : [];
  }

  /** A block of HTML, whose tags are read as those within a paragraph are. */
  private paragraphsOf(html: string): Block[] {
    const { children } = fromMarkdown(this.html.markdownOf(html), {
      extensions: [{ disable: { null: ['htmlFlow'] } }],
    });
    return children.flatMap((node) => this.blockOf(node));
  }

  /** A paragraph's lines: a break in the text begins another one. */
  private linesOf(nodes: readonly PhrasingContent[]): Run[][] {
    const lines: Run[][] = [[]];
    for (const node of nodes)
      if (isBreak(node)) lines.push([]);
      else lines.at(-1)?.push(...this.runsOf(node));
    return lines.filter((line) => line.some(({ text }) => text.trim() !== ''));
  }

  private runsOf(node: PhrasingContent, style: Style = plain): Run[] {
    const inside = (nodes: readonly PhrasingContent[], more: Partial<Style>) =>
      nodes.flatMap((one) => this.runsOf(one, { ...style, ...more }));
    const written = (raw: string): Run[] => {
      const text = this.html.shown(raw);
      return text ? [{ text, ...style }] : [];
    };
    if (node.type === 'text' || node.type === 'inlineCode') return written(node.value);
    if (node.type === 'strong') return inside(node.children, { strong: true });
    if (node.type === 'emphasis') return inside(node.children, { emphasis: true });
    if (node.type === 'link') return inside(node.children, { href: allowed.test(node.url) ? node.url : null });
    if (node.type === 'image') return written(node.alt ?? '');
    if (node.type === 'html') this.html.tag(node.value);
    return isBreak(node) ? [{ text: ' ', ...style }] : [];
  }
}

const isBreak = (node: PhrasingContent): boolean =>
  node.type === 'break' || (node.type === 'html' && /^<br\b/i.test(node.value));
