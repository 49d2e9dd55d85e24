/**
 * One block of a message: a paragraph, a link, a named value on its own line, or small print. The main link stands out;
 * all others are `quiet`.
 */
export type Block =
  string | { link: string; label: string; quiet?: true } | { name: string; value: string } | { smallPrint: string };

/** The content of a message. The subject never contains what people have entered. */
export interface MessageContent {
  subject: string;
  blocks: Block[];
}

/** What a person has entered, on one line: line breaks and control characters could forge lines of the message. */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** The message as plain text; adjacent values have no blank line between them. */
function textOf(blocks: readonly Block[]): string {
  let text = '';
  let previous: Block | undefined;
  for (const block of blocks) {
    const line = lineOf(block);
    text += previous === undefined ? line : isValue(previous) && isValue(block) ? `\n${line}` : `\n\n${line}`;
    previous = block;
  }
  return `${text}\n`;
}

function lineOf(block: Block): string {
  if (typeof block === 'string') return toOneLine(block);
  if ('smallPrint' in block) return toOneLine(block.smallPrint);
  if ('link' in block) return `${toOneLine(block.label)}:\n${toOneLine(block.link)}`;
  return `${toOneLine(block.name)}: ${toOneLine(block.value)}`;
}

function isValue(block: Block): boolean {
  return typeof block !== 'string' && 'name' in block;
}

/** The blocks as HTML. Adjacent values form one card, such as an appointment or a one-time password. */
function rowsOf(blocks: readonly Block[]): string {
  let html = '';
  blocks.forEach((block, index) => {
    const [previous, next] = [blocks[index - 1], blocks[index + 1]];
    if (!isValue(block)) html += `${htmlOf(block)}\n`;
    else {
      const opens = previous === undefined || !isValue(previous);
      if (opens) html += `<table role="presentation" width="100%" ${unspaced} style="margin:20px 0"><tr>${cardCell}\n`;
      html += `${valueOf(block, opens)}\n`;
      if (next === undefined || !isValue(next)) html += '</td></tr></table>\n';
    }
  });
  return html;
}

/** A value of a card as HTML; the first one is the largest. */
function valueOf(block: Block, first: boolean): string {
  if (typeof block === 'string' || !('name' in block)) return '';
  const [name, value] = [escape(toOneLine(block.name)), escape(toOneLine(block.value))];
  const size = first ? 'font-size:20px;line-height:1.3' : 'font-size:16px';
  const margin = first ? '0' : '10px 0 0';
  return `<p style="margin:${margin};font-size:14px">${name}:<br><strong style="${size}">${value}</strong></p>`;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:16px 0">${escape(toOneLine(block))}</p>`;
  if ('smallPrint' in block) return `<p style="margin:8px 0">${escape(toOneLine(block.smallPrint))}</p>`;
  if ('name' in block) return '';
  const [link, label] = [escape(toOneLine(block.link)), escape(toOneLine(block.label))];
  if (block.quiet) {
    const style = `${pair('paper')};color:${fill('button')}`;
    return `<p style="margin:16px 0"><a href="${link}" class="paper link" style="${style}">${label}</a></p>`;
  }
  // Outlook draws a button's size and colour only on a cell of a table.
  const cell = `<td bgcolor="${fill('button')}" class="button" style="${button}">`;
  const style = `${button};display:inline-block;padding:13px 26px;font-weight:bold;text-decoration:none`;
  return `<table role="presentation" ${unspaced} style="margin:24px 0"><tr>${cell}
<a href="${link}" class="button" style="${style}">${label}</a>
</td></tr></table>`;
}

/** The sentence of the portal's header; its heart is a character that is drawn as text, not as a coloured emoji. */
const sentence = { before: 'Unser', heart: '♥\u{fe0e}', after: 'schlägt für Bildung' };

/** The background and text colour of each surface, so no mail program's own dark mode makes one unreadable. */
const surfaces = {
  page: { light: ['#faf6ef', '#1c2731'], dark: ['#11181d', '#f1ece2'] },
  paper: { light: ['#ffffff', '#1c2731'], dark: ['#1c262d', '#f1ece2'] },
  card: { light: ['#e6f1f1', '#1c2731'], dark: ['#24343b', '#f1ece2'] },
  button: { light: ['#0f5c66', '#ffffff'], dark: ['#8ad4da', '#062a2e'] },
  heart: { light: ['#faf6ef', '#c22f3d'], dark: ['#11181d', '#ff8d97'] },
} as const;
type Surface = keyof typeof surfaces;

const fill = (surface: Surface) => surfaces[surface].light[0];
const pair = (surface: Surface) => `background:${fill(surface)};color:${surfaces[surface].light[1]}`;

const unspaced = 'cellpadding="0" cellspacing="0" border="0"';
const button = `${pair('button')};border-radius:10px`;
const cardCell =
  `<td bgcolor="${fill('card')}" class="card" style="padding:16px 20px;border-left:5px solid ${fill('button')};` +
  `border-radius:8px;${pair('card')}">`;

/** The dark colours, for mail programs that support a dark mode in CSS; others invert the light ones in pairs. */
const darkRules = [
  ...Object.entries(surfaces).map(
    ([name, { dark }]) => `.${name}{background:${dark[0]}!important;color:${dark[1]}!important}`,
  ),
  `.link{color:${surfaces.button.dark[0]}!important}`,
  `.card{border-color:${surfaces.button.dark[0]}!important}`,
].join('');

const heart = `<span class="heart" style="${pair('heart')}">${sentence.heart}</span>`;
const wholeWidth = `role="presentation" width="100%" ${unspaced}`;
const pageTable = `<table ${wholeWidth} bgcolor="${fill('page')}" class="page" style="${pair('page')}">`;
const font = 'font-family:Verdana,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;text-align:left';
const paper = `padding:16px 24px;border-radius:14px;${pair('paper')}`;
const paperCell = `<td bgcolor="${fill('paper')}" class="paper" style="${paper}">`;

/**
 * The plain text and the HTML of a message, with the same words: a header with the heart, the message on a paper-like
 * surface, the small print below. The HTML consists of tables with inline styles, as Outlook and Gmail require, loads
 * nothing external and contains no markup that people have entered.
 */
export function layOut(blocks: readonly Block[]): { text: string; html: string } {
  const isSmall = (block: Block) => typeof block !== 'string' && 'smallPrint' in block;
  return {
    text: textOf([`${sentence.before} ${sentence.heart} ${sentence.after}`, ...blocks]),
    html: `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body class="page" style="margin:0;padding:0;${pair('page')};overflow-wrap:anywhere">
${pageTable}<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" ${unspaced}><tr><td><![endif]-->
<table ${wholeWidth} style="max-width:600px;${font}">
<tr><td style="padding:0 8px 14px;font-weight:bold">${sentence.before} ${heart} ${sentence.after}</td></tr>
<tr>${paperCell}
${rowsOf(blocks.filter((block) => !isSmall(block)))}</td></tr>
<tr><td style="padding:14px 8px 0;font-size:14px">
${rowsOf(blocks.filter(isSmall))}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`,
  };
}
