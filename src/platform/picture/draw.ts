import { setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { maxPixels, exitCodes, pictureSizes, type PictureFault } from './faults.ts';

/**
 * Draws the middle of a picture as a square WebP. The result is upright, in sRGB and opaque, and holds nothing but
 * pixels: location, camera and all other metadata are removed. Throws the fault of a file that it refuses.
 */
export async function drawSquare(path: string): Promise<Buffer> {
  // Only three decoders are allowed, whatever a file claims to be: not those of SVG, PDF or TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  // The size is in the first bytes; nothing is unpacked before the size is known.
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('notAPicture'));
  if (width * height > maxPixels) return refuse('tooManyPixels');
  if (Math.min(width, height) < pictureSizes.minSide) return refuse('tooSmall');
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .autoOrient()
    .resize(pictureSizes.drawnSide, pictureSizes.drawnSide, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => refuse('notAPicture'));
}

class RefusedPicture extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault);
  }
}

function refuse(fault: PictureFault): never {
  throw new RefusedPicture(fault);
}

/** Runs the drawing process: draws the file at `path` to the standard output; a fault becomes the exit code. */
async function main(path: string): Promise<void> {
  setPriority(5);
  try {
    process.stdout.write(await drawSquare(path));
  } catch (error) {
    if (!(error instanceof RefusedPicture)) throw error;
    process.exitCode = exitCodes[error.fault];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv[2] ?? '');
