import type { Flame } from './profile.ts';

const width = 1200;
const rowHeight = 17;
const headerHeight = 64;
/** Flames with a smaller share of the total time are left out. */
const minShare = 0.003;
/** The width of a letter in the labels. */
const letterWidth = 6.1;

/** The colour for each origin of code; the colours also differ in brightness. */
const colours: [name: string, isOrigin: (from: string) => boolean, colour: string][] = [
  ['portal', (from) => from === 'portal', '#f4a259'],
  ['Node', (from) => from === 'node', '#a8c5da'],
  ['engine', (from) => from === 'engine', '#d5d5d5'],
  ['pg', (from) => from.startsWith('pg') || from.startsWith('postgres-'), '#8fc48a'],
  [
    'Fastify',
    (from) => from.includes('fastify') || /^(avvio|find-my-way|light-my-request|pino)$/.test(from),
    '#e6d36a',
  ],
  ['kysely', (from) => from === 'kysely', '#e58a8a'],
  ['other packages', () => true, '#c9a7d8'],
];

/** A self-contained flame graph: callers are below their callees, the width is time, hovering shows the share. */
export function drawFlameGraph(title: string, root: Flame): string {
  const rects: string[] = [];
  const depth = depthOf(root);
  const height = headerHeight + depth * rowHeight + 8;
  const draw = (flame: Flame, x: number, level: number): void => {
    const share = flame.time / root.time;
    if (share < minShare) return;
    const rectWidth = share * width;
    const y = height - 8 - (level + 1) * rowHeight;
    const colour = colours.find(([, isOrigin]) => isOrigin(flame.from))?.[2];
    const label = `${flame.name}${flame.from === 'engine' ? '' : ` (${flame.from})`}`;
    const maxLetters = Math.floor((rectWidth - 4) / letterWidth);
    const text =
      maxLetters < 3 ? '' : escape(label.length <= maxLetters ? label : `${label.slice(0, maxLetters - 1)}…`);
    rects.push(
      `<g><title>${escape(label)}: ${(share * 100).toFixed(1)} %</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(rectWidth - 0.5, 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${colour}"/>` +
        `${text && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${text}</text>`}</g>`,
    );
    let calleeX = x;
    for (const callee of [...flame.callees].sort((a, b) => b.time - a.time)) {
      draw(callee, calleeX, level + 1);
      calleeX += (callee.time / root.time) * width;
    }
  };
  draw(root, 0, 0);
  const legend = colours.map(
    ([name, , colour], index) =>
      `<rect x="${10 + index * 130}" y="36" width="12" height="12" fill="${colour}"/><text x="${28 + index * 130}" y="46">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    '<style>text{font:10px monospace;fill:#111}.head{font-size:14px;font-weight:bold}</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text class="head" x="10" y="22">${escape(title)}</text>`,
    ...legend,
    ...rects,
    '</svg>\n',
  ].join('\n');

  /** The number of rows that are drawn. */
  function depthOf(flame: Flame): number {
    if (flame.time / root.time < minShare) return 0;
    return 1 + Math.max(0, ...flame.callees.map(depthOf));
  }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
