import sharp, { type Sharp } from 'sharp';

/** Creates a picture with a red left half and a blue right half, as an image of the sharp library. */
export function createTwoColourPicture(width = 300, height = 300): Sharp {
  const blue = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: blue }, gravity: 'east' },
  ]);
}

/** Creates the same picture as the bytes of a PNG file. */
export const createTwoColourPng = (width?: number, height?: number): Promise<Buffer> =>
  createTwoColourPicture(width, height).png().toBuffer();
