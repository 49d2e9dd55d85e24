import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTwoColourPng, createTwoColourPicture } from '../../../../tests/support/pictures.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { transact } from '../../../platform/database/db.ts';
import { getPictureUrl } from '../../../shared/coach-picture.ts';
import { startSession } from '../../sessions/session.steps.ts';
import { approveIntroduction, deleteIntroduction, proposeIntroduction } from './contract.ts';

let world: World;
let coach: number;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
  session = await world.signIn(coach);
});
afterAll(() => world.close());

const propose = (bytes: Uint8Array, name = 'ich.jpg') =>
  world.send(proposeIntroduction, [{ field: `picture_${session}`, name, bytes }]);

/** Sends a picture and returns it as it is stored. */
async function storePicture(bytes: Uint8Array): Promise<Buffer> {
  const { body } = await propose(bytes);
  expect(body.meta).toEqual({ status: 'success' });
  const query = world.db.selectFrom('introduction').select('picture').where('person_id', '=', coach);
  return (await query.where('state', '=', 'proposed').executeTakeFirstOrThrow()).picture ?? Buffer.alloc(0);
}

/** Returns the colour of a picture's pixel in row 200 and column `left`: 'red', 'blue' or 'other'. */
async function colourAt(picture: Buffer, left: number): Promise<string> {
  const { data } = await sharp(picture)
    .extract({ left, top: 200, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, , blue = 0] = data;
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other';
}

/** Returns a small file that decompresses to a square PNG with `side` pixels on each side. */
function createDecompressionBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(typeAndData));
    return Buffer.concat([length, typeAndData, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, greyscale.
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('a picture [17.2]', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('sent as %s becomes a square WebP of its middle', async (format) => {
    // The middle square of 600 × 300 pixels is half red and half blue.
    const picture = await storePicture(await createTwoColourPicture(600, 300).toFormat(format).toBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 400, height: 400 });
    expect([await colourAt(picture, 40), await colourAt(picture, 360)]).toEqual(['red', 'blue']);
  });

  test('is stored upright and without data about its camera and the place where it was taken', async () => {
    const sentPicture = await createTwoColourPicture(300, 300)
      .withExif({ IFD0: { Make: 'Kanarikamera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    expect((await sharp(sentPicture).metadata()).exif?.toString('latin1')).toContain('Kanarikamera');
    const picture = await storePicture(sentPicture);
    const { exif, icc, xmp, iptc, orientation } = await sharp(picture).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
    expect(picture.toString('latin1')).not.toMatch(/Kanari|EXIF|GPS/);
    // Rotated by 180 degrees.
    expect([await colourAt(picture, 40), await colourAt(picture, 360)]).toEqual(['blue', 'red']);
  });

  test('is stored without any data appended to it, such as a script or a zip archive', async () => {
    const sentPicture = Buffer.concat([
      await createTwoColourPicture().jpeg().toBuffer(),
      Buffer.from('<script>alert("kanari")</script>PK\x03\x04'),
    ]);
    expect((await storePicture(sentPicture)).includes('kanari')).toBe(false);
  });

  const refusedFiles: [string, () => Promise<Buffer> | Buffer, string, string][] = [
    ['a text with the name of a picture', () => Buffer.from('kein Bild'), 'wrongPicture', 'kein Bild'],
    ['an empty file', () => Buffer.alloc(0), 'wrongPicture', 'kein Bild'],
    [
      'an SVG, which can contain scripts and load other files',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>1</script></svg>'),
      'wrongPicture',
      'kein Bild',
    ],
    ['a GIF', () => createTwoColourPicture().gif().toBuffer(), 'wrongPicture', 'kein Bild'],
    ['a TIFF', () => createTwoColourPicture().tiff().toBuffer(), 'wrongPicture', 'kein Bild'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>'), 'wrongPicture', 'kein Bild'],
    [
      'half a JPEG',
      async () => {
        const wholeFile = await sharp({
          create: {
            width: 900,
            height: 900,
            channels: 3,
            noise: { type: 'gaussian', mean: 128, sigma: 40 },
            background: '#000',
          },
        })
          .jpeg()
          .toBuffer();
        return wholeFile.subarray(0, wholeFile.length / 2);
      },
      'wrongPicture',
      'kein Bild',
    ],
    [
      'a PNG of 30,000 × 30,000 pixels in a hundred kilobytes',
      () => createDecompressionBomb(30_000),
      'wrongPicture',
      '25 Megapixel',
    ],
    ['a picture of 100 × 100 pixels', () => createTwoColourPng(100, 100), 'wrongPicture', '160 × 160'],
    [
      'one byte larger than 2 MB',
      async () => Buffer.concat([await createTwoColourPng()], 2_000_001),
      'tooLarge',
      'größer als 2 MB',
    ],
  ];
  test.each(refusedFiles)('is refused at its field if it is %s', async (_, createFile, code, messagePart) => {
    const bytes = await createFile();
    const { status, body } = await propose(bytes, 'ich.png');
    expect({ status, code: body.meta.code }).toEqual({ status: 409, code });
    expect(body.errors).toEqual([{ path: 'picture', message: body.meta.message }]);
    expect(body.meta.message).toContain(messagePart);
    expect(await readdir(join(world.dataDir, 'tmp'))).toEqual([]);
  });

  test('of exactly 2 MB is accepted', async () => {
    const jpeg = await createTwoColourPicture().jpeg().toBuffer();
    expect((await storePicture(Buffer.concat([jpeg], 2_000_000))).length).toBeGreaterThan(100);
  });

  test('is refused together with a second one', async () => {
    const bytes = await createTwoColourPng();
    const picturePart = { field: `picture_${session}`, name: 'ich.png', bytes };
    expect((await world.send(proposeIntroduction, [picturePart, picturePart])).body.meta.message).toBe(
      'Bitte wähle nur ein Bild aus.',
    );
  });
});

describe('the URL of a picture [17.4]', () => {
  /** Fetches a picture as this person's browser does; null for a visitor who is not signed in. */
  async function fetchPicture(version: number, person: number | null) {
    const headers: Record<string, string> = {};
    if (person !== null) {
      const { cookie } = await transact(world.db, (tx) => startSession(tx, world.clock, person));
      headers['cookie'] = `other=1; companion-0123456789abcdef=${cookie}`;
    }
    return fetch(world.address + getPictureUrl(version), { headers });
  }
  const statusFor = async (version: number, person: number | null) => (await fetchPicture(version, person)).status;

  test('is open only to the coach and admins until the picture is approved, and then to all signed-in users', async () => {
    const [participant, admin, otherCoach] = [
      await world.addParticipant(),
      await world.addAdmin(),
      await world.addCoach(),
    ];
    await storePicture(await createTwoColourPng());
    const query = world.db.selectFrom('introduction').select('id').where('person_id', '=', coach);
    const { id } = await query.where('state', '=', 'proposed').executeTakeFirstOrThrow();
    const statusesForAll = () =>
      Promise.all([null, participant, otherCoach, coach, admin].map((person) => statusFor(id, person)));
    expect(await statusesForAll()).toEqual([404, 404, 404, 200, 200]);
    await world.call(approveIntroduction, await world.signIn(admin), { introductionId: id });
    expect(await statusesForAll()).toEqual([404, 200, 200, 200, 200]);

    const response = await fetchPicture(id, participant);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, max-age=604800, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect((await sharp(await response.arrayBuffer()).metadata()).format).toBe('webp');

    await world.call(deleteIntroduction, session, { what: 'picture' });
    expect(await statusesForAll()).toEqual([404, 404, 404, 404, 404]);
    expect((await fetchPicture(id, participant)).headers.get('cache-control')).toBe('no-store');
  });

  test('returns 404 to a person who is inactive or must choose a new password, and for an invalid id', async () => {
    const admin = await world.addAdmin();
    await storePicture(await createTwoColourPng());
    const { id } = await world.db
      .selectFrom('introduction')
      .select('id')
      .where('person_id', '=', coach)
      .executeTakeFirstOrThrow();
    expect(await statusFor(id, admin)).toBe(200);
    const updateAdmin = (values: { must_change_password?: boolean; inactive_at?: Date }) =>
      world.db.updateTable('person').set(values).where('id', '=', admin).execute();
    await updateAdmin({ must_change_password: true });
    expect(await statusFor(id, admin)).toBe(404);
    await updateAdmin({ must_change_password: false, inactive_at: new Date() });
    expect(await statusFor(id, admin)).toBe(404);
    for (const path of ['/api/coach-picture/x', '/api/coach-picture/99999999999999999999'])
      expect((await fetch(world.address + path)).status).toBe(404);
  });
});
