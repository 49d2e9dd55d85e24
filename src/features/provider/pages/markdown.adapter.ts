import { fromMarkdown } from 'mdast-util-from-markdown';
import type { PhrasingContent, RootContent } from 'mdast';
import type { PageBlock, TextRun } from './contract.ts';
import { HtmlTextReader } from './html-text.adapter.ts';

/**
 * The URLs to which a link of a page may lead: a web page, an e-mail address, a telephone number, or a page of the
 * portal. Browsers read a backslash as a slash and skip tabs and line breaks, so '/\\host' would lead to another host.
 * Therefore a URL must contain neither backslashes nor control characters.
 */
const allowedUrl = /^(https?:\/\/|mailto:|tel:|\/(?!\/))[^\\\p{Cc}]*$/iu;

type Style = Omit<TextRun, 'text'>;
const plainStyle: Style = { strong: false, emphasis: false, href: null };

/**
 * Converts a page in Markdown (CommonMark) to blocks of plain text, so that nothing in it can become markup. The text
 * of HTML is kept without the tags, and pictures become their alternative text. Comments, scripts and styles are left
 * out, and so is a top-level heading at the start, since each page already has a title.
 */
export function blocksOf(markdown: string): PageBlock[] {
  const [firstNode, ...otherNodes] = fromMarkdown(markdown).children;
  const isTitle = firstNode?.type === 'heading' && firstNode.depth === 1;
  const reader = new PageReader();
  return [...(firstNode && !isTitle ? [firstNode] : []), ...otherNodes]
    .flatMap((node) => reader.blocksOf(node))
    .filter(({ lines }) => lines.length > 0);
}

/** Converts the nodes of a page in order, since a script or a style may end in a later node. */
class PageReader {
  private readonly html = new HtmlTextReader();

  blocksOf(node: RootContent): PageBlock[] {
    if (node.type === 'heading')
      return [
        {
          kind: node.depth <= 2 ? 'heading' : 'subheading',
          lines: [node.children.flatMap((child) => this.runsOf(child))],
        },
      ];
    if (node.type === 'paragraph') return [{ kind: 'paragraph', lines: this.linesOf(node.children) }];
    if (node.type === 'list') {
      const lines = node.children.flatMap((item) => item.children.flatMap((child) => this.blocksOf(child)));
      return [{ kind: node.ordered ? 'numbered' : 'list', lines: lines.flatMap((block) => block.lines) }];
    }
    if (node.type === 'blockquote') return node.children.flatMap((child) => this.blocksOf(child));
    if (node.type === 'code') {
      const text = this.html.visibleText(node.value);
      return [{ kind: 'paragraph', lines: text ? [[{ text, ...plainStyle }]] : [] }];
    }
    return node.type === 'html' ? this.paragraphsOf(node.value) : [];
  }

  /** Converts a block of HTML. */
  private paragraphsOf(html: string): PageBlock[] {
    // Without `htmlFlow` the parser reads the remaining tags like tags within a paragraph.
    const { children } = fromMarkdown(this.html.markdownOf(html), {
      extensions: [{ disable: { null: ['htmlFlow'] } }],
    });
    return children.flatMap((node) => this.blocksOf(node));
  }

  /** Returns the lines of a paragraph; a break in the text begins a new line. */
  private linesOf(nodes: readonly PhrasingContent[]): TextRun[][] {
    const lines: TextRun[][] = [[]];
    for (const node of nodes)
      if (isBreak(node)) lines.push([]);
      else lines.at(-1)?.push(...this.runsOf(node));
    return lines.filter((line) => line.some(({ text }) => text.trim() !== ''));
  }

  /** Returns the text of a node within a paragraph, with its styles and links. */
  private runsOf(node: PhrasingContent, style: Style = plainStyle): TextRun[] {
    const runsWith = (nodes: readonly PhrasingContent[], change: Partial<Style>) =>
      nodes.flatMap((child) => this.runsOf(child, { ...style, ...change }));
    const textRuns = (raw: string): TextRun[] => {
      const text = this.html.visibleText(raw);
      return text ? [{ text, ...style }] : [];
    };
    if (node.type === 'text' || node.type === 'inlineCode') return textRuns(node.value);
    if (node.type === 'strong') return runsWith(node.children, { strong: true });
    if (node.type === 'emphasis') return runsWith(node.children, { emphasis: true });
    if (node.type === 'link') return runsWith(node.children, { href: allowedUrl.test(node.url) ? node.url : null });
    if (node.type === 'image') return textRuns(node.alt ?? '');
    if (node.type === 'html') this.html.readTag(node.value);
    // A break within a heading, a style or a link becomes a space.
    return isBreak(node) ? [{ text: ' ', ...style }] : [];
  }
}

const isBreak = (node: PhrasingContent): boolean =>
  node.type === 'break' || (node.type === 'html' && /^<br\b/i.test(node.value));
