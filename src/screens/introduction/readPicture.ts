/** The width and height of the preview in pixels: twice the displayed size, for high-resolution screens. */
const previewSide = 256;

/**
 * Returns a preview of a picture as a data URL: its centre, upright and square, as the server will crop it. Returns
 * null if the browser cannot read the file.
 */
export async function createPicturePreview(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = previewSide;
  const side = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  const context = canvas.getContext('2d');
  context?.drawImage(picture, left, top, side, side, 0, 0, previewSide, previewSide);
  picture.close();
  return context ? canvas.toDataURL('image/png') : null;
}
