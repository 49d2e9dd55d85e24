/** Why a file is refused as a picture. */
export type PictureFault = 'notAPicture' | 'tooManyPixels' | 'tooSmall' | 'slow';

/** The exit code by which the drawing process reports each fault; a slow process is ended from outside. */
export const refusedWith = { notAPicture: 20, tooManyPixels: 21, tooSmall: 22, slow: 23 } as const satisfies Record<
  PictureFault,
  number
>;

/** The most pixels of a picture: more than phones take in two megabytes, and a hundred megabytes once unpacked. */
export const maxPixels = 25_000_000;

/** In pixels: the shortest side that an uploaded picture may have, and the side of the square that is drawn. */
export const pictureSizes = { least: 160, drawn: 400 } as const;
