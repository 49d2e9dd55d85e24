import sharp, { type Sharp } from 'sharp';

/** A picture of two halves, left red and right blue, as its library makes it. */
export function halves(width = 300, height = 300): Sharp {
  const blue = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: blue }, gravity: 'east' },
  ]);
}

/** The same as a PNG. */
export const drawnPicture = (width?: number, height?: number): Promise<Buffer> =>
  halves(width, height).png().toBuffer();
