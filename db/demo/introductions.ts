import type { Tx } from '../../src/platform/database/db.ts';

/** The colours and the hair of a drawn face; the demo contains no photographs of real people. */
interface Face {
  background: string;
  skin: string;
  hair: string;
  shirt: string;
  /** The SVG path of the hair, in a picture of 400 × 400. */
  hairPath: string;
}

const longHair = 'M112 330V190a88 88 0 0 1 176 0v140h-44V200q-60-6-76-52-12 38-32 52v130z';
const shortHair = 'M118 190a82 82 0 0 1 164 0q-22-44-62-46-60-2-102 46z';
const hairBun = 'M118 190a82 82 0 0 1 164 0q-40-50-82-50t-82 50zM166 146a38 38 0 1 1 68 0z';

const faces: Face[] = [
  { background: '#cfe3e2', skin: '#e8b796', hair: '#5a3422', shirt: '#0f5c66', hairPath: longHair },
  { background: '#f1dcc0', skin: '#8d5a3b', hair: '#1f1713', shirt: '#c22f3d', hairPath: shortHair },
  { background: '#dbe0ee', skin: '#f0c9a8', hair: '#b4572b', shirt: '#2b5c86', hairPath: hairBun },
];

const texts = [
  'Ich habe zwölf Jahre im Personalwesen gearbeitet und viele Bewerbungen gelesen. Heute helfe ich dir, dass deine ' +
    'gelesen wird. Am liebsten arbeite ich an Lebensläufen, die nicht gerade verlaufen sind.',
  'Vom Quereinstieg verstehe ich etwas: Ich war Koch, Projektleiter und bin seit 2019 Coach. Mit mir kannst du das ' +
    'Vorstellungsgespräch üben, bis es sich wie ein Gespräch anfühlt.',
  'Ich komme aus der IT und spreche gern mit dir über Stellenanzeigen, die niemand versteht.',
];

/** Gives two coaches an introduction that is shown, and a third coach an introduction that waits for approval. */
export async function addIntroductions(tx: Tx, now: Date, coaches: readonly number[]): Promise<void> {
  const at = new Date(now.getTime() - 3_600_000);
  const shownColumns = { state: 'shown', decided_at: at };
  const rows = coaches.slice(0, faces.length).map(async (person_id, index) => ({
    person_id,
    text: texts[index] ?? '',
    picture: await drawFace(faces[index]),
    proposed_at: at,
    ...(index < 2 ? shownColumns : {}),
  }));
  for (const row of rows)
    await tx
      .insertInto('introduction')
      .values(await row)
      .execute();
}

async function drawFace(face: Face | undefined): Promise<Buffer | null> {
  if (!face) return null;
  // Imported only here, because the process of a portal without demo data draws no pictures.
  const { default: sharp } = await import('sharp');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">
    <rect width="400" height="400" fill="${face.background}"/>
    <path d="M70 400q8-96 130-96t130 96z" fill="${face.shirt}"/>
    <path d="M170 260h60v52q-30 30-60 0z" fill="${face.skin}"/>
    <ellipse cx="200" cy="204" rx="76" ry="88" fill="${face.skin}"/>
    <path d="${face.hairPath}" fill="${face.hair}"/>
    <circle cx="172" cy="208" r="8" fill="#1d2733"/><circle cx="228" cy="208" r="8" fill="#1d2733"/>
    <path d="M172 248q28 26 56 0" fill="none" stroke="#1d2733" stroke-width="6" stroke-linecap="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}
