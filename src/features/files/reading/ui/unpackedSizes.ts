/** The unpacked sizes of a zip in bytes. */
export interface UnpackedSizes {
  /** The total size of the parts with XML. */
  xml: number;
  /** The total size of all parts. */
  total: number;
}

/** The signatures of a zip's end record and of an entry in its directory. */
const endRecord = 0x06054b50;
const directoryRecord = 0x02014b50;

/**
 * Adds up the unpacked sizes that the directory of a zip declares. The server checked them when the file was uploaded
 * (reference 5.3). Throws if the bytes are not a zip.
 */
export function readUnpackedSizes(bytes: ArrayBuffer): UnpackedSizes {
  const view = new DataView(bytes);
  let end = bytes.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== endRecord) end--;
  if (end < 0) throw new Error('not a zip');
  const sizes = { xml: 0, total: 0 };
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let entriesLeft = view.getUint16(end + 10, true); entriesLeft > 0; entriesLeft--) {
    if (view.getUint32(at, true) !== directoryRecord) throw new Error('not a zip');
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = decoder.decode(new Uint8Array(bytes, at + 46, nameLength));
    sizes.total += size;
    if (/\.(xml|rels)$/i.test(name)) sizes.xml += size;
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sizes;
}
