import type { Flame } from './profile.ts';

const width = 1200;
const row = 17;
const head = 64;
/** Flames below this share of the whole are left out. */
const least = 0.003;
/** Width of a letter of the labels. */
const letter = 6.1;

/** The colour of each origin of code; the colours differ in brightness as well. */
const colours: [name: string, of: (from: string) => boolean, colour: string][] = [
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

/** A self-contained flame graph: callers stand below what they call, width is time, hovering shows the share. */
export function drawFlames(title: string, root: Flame): string {
  const rects: string[] = [];
  const depth = deepest(root);
  const height = head + depth * row + 8;
  const draw = (flame: Flame, x: number, level: number): void => {
    const share = flame.time / root.time;
    if (share < least) return;
    const wide = share * width;
    const y = height - 8 - (level + 1) * row;
    const colour = colours.find(([, of]) => of(flame.from))?.[2];
    const label = `${flame.name}${flame.from === 'engine' ? '' : ` (${flame.from})`}`;
    const fits = Math.floor((wide - 4) / letter);
    const text = fits < 3 ? '' : escape(label.length <= fits ? label : `${label.slice(0, fits - 1)}…`);
    rects.push(
      `<g><title>${escape(label)}: ${(share * 100).toFixed(1)} %</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(wide - 0.5, 0.5).toFixed(1)}" height="${row - 1}" fill="${colour}"/>` +
        `${text && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${text}</text>`}</g>`,
    );
    let left = x;
    for (const callee of [...flame.callees].sort((a, b) => b.time - a.time)) {
      draw(callee, left, level + 1);
      left += (callee.time / root.time) * width;
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

  /** How many rows are drawn. */
  function deepest(flame: Flame): number {
    if (flame.time / root.time < least) return 0;
    return 1 + Math.max(0, ...flame.callees.map(deepest));
  }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
