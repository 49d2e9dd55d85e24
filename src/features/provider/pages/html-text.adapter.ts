/** Comments, scripts and styles; their content is not visible. */
const hiddenElement = /<!--[^]*?-->|<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi;
/** The opening tag of a script or style that is not closed in the same text. */
const unclosedTag = /<(script|style)\b[^>]*>(?![^]*<\/\1)/i;
/** Names of elements that begin a new line. */
const blockElements =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|' +
  'hr|li|main|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul';
const blockTag = new RegExp(`</?(${blockElements})\\b[^>]*>`, 'gi');

/** Extracts the visible text from the HTML in a page. The parts of a page must be passed in their order. */
export class HtmlTextReader {
  /** 'script' or 'style' if an earlier text has opened this element and no text has closed it yet. */
  private openElement: string | null = null;

  /** Reads a tag within a line of text; the tag may open or close a script or style. */
  readTag(tag: string): void {
    const [, slash, name = ''] = /^<(\/?)(script|style)\b/i.exec(tag) ?? [];
    if (name && !slash) this.openElement ??= name.toLowerCase();
    else if (this.openElement === name.toLowerCase()) this.openElement = null;
  }

  /** Returns the text, or '' if it is within a script or style. */
  visibleText(text: string): string {
    return this.openElement ? '' : text;
  }

  /** Converts a block of HTML to Markdown with its block elements as paragraphs; tags within a line may remain. */
  markdownOf(html: string): string {
    let visibleHtml = html;
    if (this.openElement) {
      const closingTag = new RegExp(`</${this.openElement}\\s*>`, 'i').exec(visibleHtml);
      if (!closingTag) return '';
      this.openElement = null;
      visibleHtml = visibleHtml.slice(closingTag.index + closingTag[0].length);
    }
    visibleHtml = visibleHtml.replace(hiddenElement, '');
    const openingTag = unclosedTag.exec(visibleHtml);
    if (openingTag) {
      this.openElement = openingTag[1]?.toLowerCase() ?? null;
      visibleHtml = visibleHtml.slice(0, openingTag.index);
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
