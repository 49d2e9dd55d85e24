import sharp, { type Sharp } from 'sharp';

/** A picture whose left half is red and whose right half is blue, as an image of the sharp library. */
export function twoColourPicture(width = 300, height = 300): Sharp {
  const blue = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: blue }, gravity: 'east' },
  ]);
}

/** The same picture as the bytes of a PNG. */
export const twoColourPng = (width?: number, height?: number): Promise<Buffer> =>
  twoColourPicture(width, height).png().toBuffer();
