/** Comments, scripts and styles, whose content is not meant for readers. */
const hiddenElement = /<!--[^]*?-->|<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi;
/** The opening tag of a script or style that is not closed in the same text. */
const unclosedTag = /<(script|style)\b[^>]*>(?![^]*<\/\1)/i;
/** Names of elements that begin a new line. */
const blockElements =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|' +
  'hr|li|main|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul';
const blockTag = new RegExp(`</?(${blockElements})\\b[^>]*>`, 'gi');

/** Extracts the visible text from the HTML in a page. The texts must be passed in the order of the page. */
export class HtmlText {
  /** 'script' or 'style' if an earlier text has opened such an element that is not closed yet. */
  private openElement: string | null = null;

  /** Registers a tag within a line of text, which may open or close a script or style. */
  readTag(tag: string): void {
    const [, slash, name = ''] = /^<(\/?)(script|style)\b/i.exec(tag) ?? [];
    if (name && !slash) this.openElement ??= name.toLowerCase();
    else if (this.openElement === name.toLowerCase()) this.openElement = null;
  }

  /** Returns the given text, or '' within a script or a style. */
  visibleText(text: string): string {
    return this.openElement ? '' : text;
  }

  /** Converts a block of HTML to Markdown with its block elements as paragraphs; tags within a line may remain. */
  markdownOf(html: string): string {
    let visibleHtml = html;
    if (this.openElement) {
      const end = new RegExp(`</${this.openElement}\\s*>`, 'i').exec(visibleHtml);
      if (!end) return '';
      this.openElement = null;
      visibleHtml = visibleHtml.slice(end.index + end[0].length);
    }
    visibleHtml = visibleHtml.replace(hiddenElement, '');
    const start = unclosedTag.exec(visibleHtml);
    if (start) {
      this.openElement = start[1]?.toLowerCase() ?? null;
      visibleHtml = visibleHtml.slice(0, start.index);
    }
    return (
      visibleHtml
        .replace(/<\/t[dh]\s*>/gi, ' ')
        .replace(blockTag, '\n\n')
        // In Markdown, indented text would be code, in which tags count as text.
        .replace(/^[ \t]+/gm, '')
    );
  }
}
