/** Why a file is refused as a picture. `slow` means that drawing it took too long. */
export type PictureFault = 'notAPicture' | 'tooManyPixels' | 'tooSmall' | 'slow';

/** The faults that the drawing process reports itself. If it is slow, its parent process kills it instead. */
export type ReportedFault = Exclude<PictureFault, 'slow'>;

/** The exit codes by which the drawing process reports faults. */
export const exitCodes = { notAPicture: 20, tooManyPixels: 21, tooSmall: 22 } as const satisfies Record<
  ReportedFault,
  number
>;

/** The maximum number of pixels. A phone's picture of 2 MB has fewer. Decoding this many pixels takes 100 MB. */
export const maxPixels = 25_000_000;

/** The minimum length of the shorter side of an uploaded picture, and the side of the drawn square, in pixels. */
export const pictureSizes = { minSide: 160, drawnSide: 400 } as const;
