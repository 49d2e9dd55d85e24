import type { FlameFrame } from './profile.ts';

const width = 1200;
const rowHeight = 17;
const headerHeight = 64;
/** Frames with a smaller share of the total time are left out. */
const minShare = 0.003;
/** The width of a letter in the labels, in pixels. */
const letterWidth = 6.1;

/** The colour for each origin of code. The colours also differ in brightness. */
const colours: [name: string, isOrigin: (origin: string) => boolean, colour: string][] = [
  ['portal', (origin) => origin === 'portal', '#f4a259'],
  ['Node', (origin) => origin === 'node', '#a8c5da'],
  ['engine', (origin) => origin === 'engine', '#d5d5d5'],
  ['pg', (origin) => origin.startsWith('pg') || origin.startsWith('postgres-'), '#8fc48a'],
  [
    'Fastify',
    (origin) => origin.includes('fastify') || /^(avvio|find-my-way|light-my-request|pino)$/.test(origin),
    '#e6d36a',
  ],
  ['kysely', (origin) => origin === 'kysely', '#e58a8a'],
  ['other packages', () => true, '#c9a7d8'],
];

/**
 * Draws a self-contained flame graph as SVG. Callers are below the functions that they call, the width of a frame is
 * its time, and hovering shows its share of the total time.
 */
export function drawFlameGraph(title: string, root: FlameFrame): string {
  const rects: string[] = [];
  const depth = measureDepth(root);
  const height = headerHeight + depth * rowHeight + 8;
  const draw = (frame: FlameFrame, x: number, level: number): void => {
    const share = frame.time / root.time;
    if (share < minShare) return;
    const rectWidth = share * width;
    const y = height - 8 - (level + 1) * rowHeight;
    const colour = colours.find(([, isOrigin]) => isOrigin(frame.origin))?.[2];
    const label = `${frame.name}${frame.origin === 'engine' ? '' : ` (${frame.origin})`}`;
    const maxLetters = Math.floor((rectWidth - 4) / letterWidth);
    const shortLabel = label.length <= maxLetters ? label : `${label.slice(0, maxLetters - 1)}…`;
    const text = maxLetters < 3 ? '' : escapeXml(shortLabel);
    rects.push(
      `<g><title>${escapeXml(label)}: ${(share * 100).toFixed(1)} %</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(rectWidth - 0.5, 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${colour}"/>` +
        `${text && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${text}</text>`}</g>`,
    );
    let calleeX = x;
    for (const callee of [...frame.callees].sort((a, b) => b.time - a.time)) {
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
    `<title>${escapeXml(title)}</title>`,
    '<style>text{font:10px monospace;fill:#111}.head{font-size:14px;font-weight:bold}</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text class="head" x="10" y="22">${escapeXml(title)}</text>`,
    ...legend,
    ...rects,
    '</svg>\n',
  ].join('\n');

  /** Returns the number of rows that are drawn. */
  function measureDepth(frame: FlameFrame): number {
    if (frame.time / root.time < minShare) return 0;
    return 1 + Math.max(0, ...frame.callees.map(measureDepth));
  }
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
