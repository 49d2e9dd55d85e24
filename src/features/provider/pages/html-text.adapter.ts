/** Elements whose content is not text for readers. */
const hidden = /<!--[^]*?-->|<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi;
const opens = /<(script|style)\b[^>]*>(?![^]*<\/\1)/i;
/** Elements that begin a new line. */
const blocks =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|' +
  'hr|li|main|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul';
const block = new RegExp(`</?(${blocks})\\b[^>]*>`, 'gi');

/** Takes the text for readers out of HTML, piece by piece in the order of a page. */
export class HtmlText {
  /** The script or style that an earlier piece has opened and no piece has closed yet. */
  private within: string | null = null;

  /** Notes a tag within a line of text. */
  tag(tag: string): void {
    const [, slash, name = ''] = /^<(\/?)(script|style)\b/i.exec(tag) ?? [];
    if (name && !slash) this.within ??= name.toLowerCase();
    else if (this.within === name.toLowerCase()) this.within = null;
  }

  /** A text of the page; '' within a script or a style. */
  shown(text: string): string {
    return this.within ? '' : text;
  }

  /** A block of HTML as Markdown whose paragraphs are its blocks; tags within a line may remain. */
  markdownOf(html: string): string {
    let rest = html;
    if (this.within) {
      const end = new RegExp(`</${this.within}\\s*>`, 'i').exec(rest);
      if (!end) return '';
      this.within = null;
      rest = rest.slice(end.index + end[0].length);
    }
    rest = rest.replace(hidden, '');
    const start = opens.exec(rest);
    if (start) {
      this.within = start[1]?.toLowerCase() ?? null;
      rest = rest.slice(0, start.index);
    }
    return (
      rest
        .replace(/<\/t[dh]\s*>/gi, ' ')
        .replace(block, '\n\n')
        // Indented text would be code, in which tags are text.
        .replace(/^[ \t]+/gm, '')
    );
  }
}
