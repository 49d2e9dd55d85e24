/** Why a file is not taken as a picture. */
export type PictureFault = 'notAPicture' | 'tooManyPixels' | 'tooSmall' | 'slow';

/** With which exit code the drawing process says so; it is ended from outside when it is slow. */
export const refusedWith = { notAPicture: 20, tooManyPixels: 21, tooSmall: 22, slow: 23 } as const satisfies Record<
  PictureFault,
  number
>;

/** The most pixels of a picture: more than phones take in two megabytes, and a hundred megabytes once unpacked. */
export const mostPixels = 25_000_000;

/** In pixels: the least side of a picture that is sent, and the side of the square that is drawn. */
export const sides = { least: 160, drawn: 400 } as const;
