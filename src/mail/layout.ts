/**
 * One block of a message: a paragraph, a link of its own, or a named value on a line of its own. What a message is for
 * is a link that stands out; all others are `quiet`, and so are paragraphs of small print.
 */
export type Block =
  string | { link: string; label: string; quiet?: true } | { name: string; value: string } | { smallPrint: string };

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
    const line = lineOf(block);
    text += before === undefined ? line : isValue(before) && isValue(block) ? `\n${line}` : `\n\n${line}`;
    before = block;
  }
  return `${text}\n`;
}

function lineOf(block: Block): string {
  if (typeof block === 'string') return oneLine(block);
  if ('smallPrint' in block) return oneLine(block.smallPrint);
  if ('link' in block) return `${oneLine(block.label)}:\n${oneLine(block.link)}`;
  return `${oneLine(block.name)}: ${oneLine(block.value)}`;
}

function isValue(block: Block): boolean {
  return typeof block !== 'string' && 'name' in block;
}

/** The portal's own colour; white on it reads well in light and dark mail programs. */
const button =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0f5c66;color:#ffffff;font-weight:bold;text-decoration:none';

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:16px 0">${escape(oneLine(block))}</p>`;
  if ('smallPrint' in block) return `<p style="margin:16px 0;font-size:14px">${escape(oneLine(block.smallPrint))}</p>`;
  if ('name' in block)
    return `<p style="margin:0 0 4px">${escape(oneLine(block.name))}: <strong>${escape(oneLine(block.value))}</strong></p>`;
  const [link, label] = [escape(oneLine(block.link)), escape(oneLine(block.label))];
  return `<p style="margin:20px 0"><a href="${link}"${block.quiet ? '' : ` style="${button}"`}>${label}</a></p>`;
}

/** The plain text and the HTML part of a message; the HTML loads nothing from outside and holds no markup of people. */
export function layOut(blocks: readonly Block[]): { text: string; html: string } {
  const body = blocks.map(htmlOf).join('\n');
  return {
    text: textOf(blocks),
    html: `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
</head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<div style="max-width:600px">
${body}
</div>
</body>
</html>
`,
  };
}
