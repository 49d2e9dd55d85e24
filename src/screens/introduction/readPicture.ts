/** The side of the preview in pixels: what is shown, twice as fine. */
const preview = 256;

/**
 * The middle of a chosen picture as the server will draw it, upright and square, as an address for `<img>`; null for a
 * file that the browser cannot show.
 */
export async function readPicture(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = preview;
  const side = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  const context = canvas.getContext('2d');
  context?.drawImage(picture, left, top, side, side, 0, 0, preview, preview);
  picture.close();
  return context ? canvas.toDataURL('image/png') : null;
}
