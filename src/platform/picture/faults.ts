/** Why a file is refused as a picture. */
export type PictureFault = 'notAPicture' | 'tooManyPixels' | 'tooSmall' | 'slow';

/** The exit codes with which the drawing process reports faults; a slow process is ended by its parent. */
export const exitCodes = { notAPicture: 20, tooManyPixels: 21, tooSmall: 22, slow: 23 } as const satisfies Record<
  PictureFault,
  number
>;

/** The highest number of pixels: more than a phone's picture of 2 MB has; unpacked, they take a hundred megabytes. */
export const maxPixels = 25_000_000;

/** The minimum length of an uploaded picture's shorter side, and the side of the drawn square; in pixels. */
export const pictureSizes = { minSide: 160, drawnSide: 400 } as const;
