import { setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { maxPixels, refusedWith, pictureSizes, type PictureFault } from './faults.ts';

/**
 * Draws the middle of a picture as a square WebP. It is upright, in sRGB and opaque, and holds nothing but pixels:
 * place, camera and all other metadata are gone. Throws the fault of a file that it refuses.
 */
export async function drawSquare(path: string): Promise<Buffer> {
  // Whatever a file claims to be, no other decoder is tried: not those of SVG, PDF or TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  // The size is in the first bytes; nothing is unpacked before it is known.
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => fault('notAPicture'));
  if (width * height > maxPixels) return fault('tooManyPixels');
  if (Math.min(width, height) < pictureSizes.least) return fault('tooSmall');
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .autoOrient()
    .resize(pictureSizes.drawn, pictureSizes.drawn, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => fault('notAPicture'));
}

class Refused extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault);
  }
}

function fault(what: PictureFault): never {
  throw new Refused(what);
}

/** The program of the drawing process: the path of a file in, the picture out, a fault as the exit code. */
async function main(path: string): Promise<void> {
  setPriority(5);
  try {
    process.stdout.write(await drawSquare(path));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.exitCode = refusedWith[error.fault];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv[2] ?? '');
