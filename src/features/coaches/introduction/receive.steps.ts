import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limitConcurrentUploads } from '../../files/exports.ts';
import { ServerError } from '../../../platform/server-error.ts';
import type { App, Context } from '../../../platform/http/calls/handler.ts';
import { mapErrorsTo503 } from '../../../platform/http/calls/unavailable.ts';
import { maxPixels, pictureSizes, type PictureFault } from '../../../platform/picture/faults.ts';
import { DiskFull, isDiskFullError, requireDiskSpace } from '../../../platform/storage/disk-space.ts';
import { FileTooLarge, receiveFile } from '../../../platform/storage/temporary-files.ts';
import type { proposeIntroduction } from './contract.ts';
import { maxPictureBytes } from './rules.ts';

type ProposalContext = Pick<Context<typeof proposeIntroduction>, 'files' | 'signal' | 'refuse'>;

/** The message for each fault of a picture, with what the coach can do about it. */
const faultMessages: Record<PictureFault, string> = {
  notAPicture: 'Diese Datei ist kein Bild, das wir zeigen können. Bitte wähle ein JPEG, PNG oder WebP aus.',
  tooManyPixels: `Das Bild hat mehr als ${maxPixels / 1_000_000} Megapixel. Bitte verkleinere es.`,
  tooSmall: `Das Bild ist zu klein: Es braucht mindestens ${pictureSizes.minSide} × ${pictureSizes.minSide} Pixel.`,
  slow: 'Das Bild konnte nicht in 10 Sekunden geprüft werden. Bitte wähle ein anderes aus.',
};

/**
 * Receives the picture of a proposal (reference 17.2): writes it to the temporary folder, checks its size, scans it,
 * and redraws it as a square WebP. Returns null if no file was sent, and refuses a second file. Leaves no temporary
 * file. Throws 503 if there is no disk space or the scanner is unavailable.
 */
export function receivePicture(
  app: App,
  person: number,
  { files, signal, refuse }: ProposalContext,
): Promise<Buffer | null> {
  return limitConcurrentUploads(app, person, async () => {
    let picture: Buffer | null = null;
    await mapErrorsTo503(requireDiskSpace(app.settings));
    for await (const { bytes } of files) {
      if (picture) throw atPictureField(refuse('wrongPicture', 'Bitte wähle nur ein Bild aus.'));
      const options = { into: join(app.settings.dataDir, 'tmp'), limit: maxPictureBytes };
      const { path } = await receiveFile(bytes, options).catch(async (error: unknown) => {
        if (error instanceof FileTooLarge) throw atPictureField(refuse('tooLarge'));
        if (isDiskFullError(error)) await mapErrorsTo503(Promise.reject(new DiskFull()));
        throw error;
      });
      try {
        if (app.scanner && (await mapErrorsTo503(app.scanner.isInfected(path))))
          throw atPictureField(refuse('infected'));
        const result = await app.pictures.cropToSquare(path, signal);
        if (typeof result === 'string') throw atPictureField(refuse('wrongPicture', faultMessages[result]));
        picture = result;
      } finally {
        await rm(path, { force: true });
      }
    }
    return picture;
  });
}

/** Returns the refusal with its message at the picture's field. */
const atPictureField = ({ status, code, message }: ServerError) =>
  new ServerError(status, code, message, { errors: [{ path: 'picture', message }] });
