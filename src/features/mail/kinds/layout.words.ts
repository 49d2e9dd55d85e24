/**
 * One block of a message: a paragraph, a link, a named value on its own line, or small print. The main link of a
 * message is shown as a button, a `quiet` link as text.
 */
export type Block =
  string | { link: string; label: string; quiet?: true } | { name: string; value: string } | { smallPrint: string };

/** The content of a message before it is laid out. The subject never contains text that people have entered. */
export interface MessageContent {
  subject: string;
  blocks: Block[];
}

/**
 * Puts text that a person has entered on one line. With line breaks or control characters it could forge lines of the
 * message.
 */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '');
}

/** Writes the blocks as plain text. There is a blank line between two blocks, but not between two named values. */
function writeText(blocks: readonly Block[]): string {
  let text = '';
  let previous: Block | undefined;
  for (const block of blocks) {
    if (previous !== undefined) text += isNamedValue(previous) && isNamedValue(block) ? '\n' : '\n\n';
    text += textOfBlock(block);
    previous = block;
  }
  return `${text}\n`;
}

function textOfBlock(block: Block): string {
  if (typeof block === 'string') return toOneLine(block);
  if ('smallPrint' in block) return toOneLine(block.smallPrint);
  if ('link' in block) return `${toOneLine(block.label)}:\n${toOneLine(block.link)}`;
  return `${toOneLine(block.name)}: ${toOneLine(block.value)}`;
}

/** Whether a block is a named value. */
function isNamedValue(block: Block): boolean {
  return typeof block !== 'string' && 'name' in block;
}

/** Writes the blocks as HTML. Consecutive named values form one card, such as an appointment or a one-time password. */
function writeHtml(blocks: readonly Block[]): string {
  let html = '';
  blocks.forEach((block, index) => {
    const [previous, next] = [blocks[index - 1], blocks[index + 1]];
    if (!isNamedValue(block)) html += `${htmlOfBlock(block)}\n`;
    else {
      const isFirst = previous === undefined || !isNamedValue(previous);
      if (isFirst) html += `<table ${fullWidthAttributes} style="margin:20px 0"><tr>${cardCell}\n`;
      html += `${htmlOfValue(block, isFirst)}\n`;
      if (next === undefined || !isNamedValue(next)) html += '</td></tr></table>\n';
    }
  });
  return html;
}

/** A named value as HTML; the first value of a card is the largest. */
function htmlOfValue(block: Block, isFirst: boolean): string {
  if (typeof block === 'string' || !('name' in block)) return '';
  const [name, value] = [escapeHtml(toOneLine(block.name)), escapeHtml(toOneLine(block.value))];
  const size = isFirst ? 'font-size:20px;line-height:1.3' : 'font-size:16px';
  const margin = isFirst ? '0' : '10px 0 0';
  return `<p style="margin:${margin};font-size:14px">${name}:<br><strong style="${size}">${value}</strong></p>`;
}

/** A block that is not a named value as HTML. */
function htmlOfBlock(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:16px 0">${escapeHtml(toOneLine(block))}</p>`;
  if ('smallPrint' in block) return `<p style="margin:8px 0">${escapeHtml(toOneLine(block.smallPrint))}</p>`;
  if ('name' in block) return '';
  const [link, label] = [escapeHtml(toOneLine(block.link)), escapeHtml(toOneLine(block.label))];
  if (block.quiet) {
    const style = `${coloursOf('paper')};color:${backgroundOf('button')}`;
    return `<p style="margin:16px 0"><a href="${link}" class="paper link" style="${style}">${label}</a></p>`;
  }
  // Outlook draws a button's size and colour only on a cell of a table.
  const cell = `<td bgcolor="${backgroundOf('button')}" class="button" style="${buttonStyle}">`;
  const style = `${buttonStyle};display:inline-block;padding:13px 26px;font-weight:bold;text-decoration:none`;
  return `<table role="presentation" ${noSpaceAttributes} style="margin:24px 0"><tr>${cell}
<a href="${link}" class="button" style="${style}">${label}</a>
</td></tr></table>`;
}

/** The slogan in the header. U+FE0E makes mail programs draw the heart in the colour of the text, not as an emoji. */
const slogan = { before: 'Unser', heart: '♥\u{fe0e}', after: 'schlägt für Bildung' };

/**
 * The background and the text colour of each surface. Both are always set together, so no mail program's own dark mode
 * makes a surface unreadable.
 */
const surfaces = {
  page: { light: ['#faf6ef', '#1c2731'], dark: ['#11181d', '#f1ece2'] },
  paper: { light: ['#ffffff', '#1c2731'], dark: ['#1c262d', '#f1ece2'] },
  card: { light: ['#e6f1f1', '#1c2731'], dark: ['#24343b', '#f1ece2'] },
  button: { light: ['#0f5c66', '#ffffff'], dark: ['#8ad4da', '#062a2e'] },
  heart: { light: ['#faf6ef', '#c22f3d'], dark: ['#11181d', '#ff8d97'] },
} as const;
type Surface = keyof typeof surfaces;

/** The background colour of a surface in light mode. */
const backgroundOf = (surface: Surface) => surfaces[surface].light[0];
/** The style with the background and the text colour of a surface in light mode. */
const coloursOf = (surface: Surface) => `background:${backgroundOf(surface)};color:${surfaces[surface].light[1]}`;

/** The attributes of a table without borders and without space in or between its cells. */
const noSpaceAttributes = 'cellpadding="0" cellspacing="0" border="0"';
const buttonStyle = `${coloursOf('button')};border-radius:10px`;
const cardCell =
  `<td bgcolor="${backgroundOf('card')}" class="card" ` +
  `style="padding:16px 20px;border-left:5px solid ${backgroundOf('button')};` +
  `border-radius:8px;${coloursOf('card')}">`;

/**
 * The dark colours, for mail programs that support a dark mode in CSS. Other mail programs invert the light colours.
 */
const darkRules = [
  ...Object.entries(surfaces).map(
    ([name, { dark }]) => `.${name}{background:${dark[0]}!important;color:${dark[1]}!important}`,
  ),
  `.link{color:${surfaces.button.dark[0]}!important}`,
  `.card{border-color:${surfaces.button.dark[0]}!important}`,
].join('');

const heartHtml = `<span class="heart" style="${coloursOf('heart')}">${slogan.heart}</span>`;
const fullWidthAttributes = `role="presentation" width="100%" ${noSpaceAttributes}`;
const pageTable =
  `<table ${fullWidthAttributes} bgcolor="${backgroundOf('page')}" class="page" ` + `style="${coloursOf('page')}">`;
const font = 'font-family:Verdana,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;text-align:left';
const paperStyle = `padding:16px 24px;border-radius:14px;${coloursOf('paper')}`;
const paperCell = `<td bgcolor="${backgroundOf('paper')}" class="paper" style="${paperStyle}">`;

/**
 * Returns a message as plain text and as HTML, with the same words: the slogan, the message, and the small print below
 * it. The HTML consists of tables with inline styles, as Outlook and Gmail require. It loads nothing external and
 * contains no markup that people have entered.
 */
export function layOut(blocks: readonly Block[]): { text: string; html: string } {
  const isSmallPrint = (block: Block) => typeof block !== 'string' && 'smallPrint' in block;
  return {
    text: writeText([`${slogan.before} ${slogan.heart} ${slogan.after}`, ...blocks]),
    html: `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body class="page" style="margin:0;padding:0;${coloursOf('page')};overflow-wrap:anywhere">
${pageTable}<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" ${noSpaceAttributes}><tr><td><![endif]-->
<table ${fullWidthAttributes} style="max-width:600px;${font}">
<tr><td style="padding:0 8px 14px;font-weight:bold">${slogan.before} ${heartHtml} ${slogan.after}</td></tr>
<tr>${paperCell}
${writeHtml(blocks.filter((block) => !isSmallPrint(block)))}</td></tr>
<tr><td style="padding:14px 8px 0;font-size:14px">
${writeHtml(blocks.filter(isSmallPrint))}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`,
  };
}
