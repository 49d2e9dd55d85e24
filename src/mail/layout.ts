/** One block of a message: a paragraph, a link of its own, or a named value on a line of its own. */
export type Block = string | { link: string; label: string } | { name: string; value: string };

/** What a message says. The subject never holds text of people. */
export interface Words {
  subject: string;
  blocks: Block[];
}

/** Text from a person as one line: line breaks and other control characters would forge lines of the message. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Neighbouring values stand below each other without a blank line. */
function textOf(blocks: readonly Block[]): string {
  let text = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const line =
      typeof block === 'string'
        ? oneLine(block)
        : 'link' in block
          ? `${oneLine(block.label)}:\n${oneLine(block.link)}`
          : `${oneLine(block.name)}: ${oneLine(block.value)}`;
    text += before === undefined ? line : isValue(before) && isValue(block) ? `\n${line}` : `\n\n${line}`;
    before = block;
  }
  return `${text}\n`;
}

function isValue(block: Block): boolean {
  return typeof block !== 'string' && 'name' in block;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${escape(oneLine(block))}</p>`;
  if ('name' in block)
    return `<p style="margin:0 0 4px">${escape(oneLine(block.name))}: <strong>${escape(oneLine(block.value))}</strong></p>`;
  const link = escape(oneLine(block.link));
  return `<p style="margin:16px 0">${escape(oneLine(block.label))}:<br><a href="${link}" style="word-break:break-all">${link}</a></p>`;
}

/** The plain text and the HTML part of a message; the HTML loads nothing from outside and holds no markup of people. */
export function layOut(blocks: readonly Block[]): { text: string; html: string } {
  const body = blocks.map(htmlOf).join('\n');
  return {
    text: textOf(blocks),
    html: `<!doctype html>
<html lang="de">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:600px">
${body}
</div>
</body>
</html>
`,
  };
}
