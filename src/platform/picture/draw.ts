import { setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { maxPixels, exitCodes, pictureSizes, type ReportedFault } from './faults.ts';

/**
 * Draws the middle of a picture as a square and returns it as a WebP file. The result is upright, in sRGB and opaque.
 * Location, camera and all other metadata are removed. Throws RefusedPicture if the file is refused.
 */
export async function drawSquare(path: string): Promise<Buffer> {
  // Only the decoders of JPEG, PNG and WebP are allowed, whatever format a file claims to have.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  // Reading the metadata decodes no pixels, so the size is checked before any memory is used for them.
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
  constructor(readonly fault: ReportedFault) {
    super(fault);
  }
}

function refuse(fault: ReportedFault): never {
  throw new RefusedPicture(fault);
}

/** Draws the file at `path` to the standard output. If the file is refused, the exit code says why (`exitCodes`). */
async function main(path: string): Promise<void> {
  // The server and its calls have a higher priority.
  setPriority(5);
  try {
    process.stdout.write(await drawSquare(path));
  } catch (error) {
    if (!(error instanceof RefusedPicture)) throw error;
    process.exitCode = exitCodes[error.fault];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv[2] ?? '');
