/** The limits for showing a docx (reference 5.11): unpacked bytes of the parts with XML, and of all parts. */
const limits = { xml: 5_000_000, total: 100_000_000 } as const;

/** The signature of a zip's end record, and the record's length without a comment. */
const endSignature = 0x06054b50;
const endLength = 22;
/**
 * The signature of an entry in a zip's directory, and the entry's length without its name and other variable fields.
 */
const entrySignature = 0x02014b50;
const entryLength = 46;

/** Throws if a docx is too large to be shown, or if the bytes are not a zip. */
export function refuseLargeDocx(bytes: ArrayBuffer): void {
  const { xml, total } = readUnpackedSizes(bytes);
  if (xml > limits.xml || total > limits.total) throw new Error('too large to be shown');
}

/**
 * Adds up the unpacked sizes that the directory of a zip declares. The server checked them when the file was uploaded
 * (reference 5.3). The offsets of the fields are those of PKWARE's zip specification. Throws if the bytes are not a
 * zip.
 */
function readUnpackedSizes(bytes: ArrayBuffer): { xml: number; total: number } {
  const view = new DataView(bytes);
  let end = bytes.byteLength - endLength;
  while (end >= 0 && view.getUint32(end, true) !== endSignature) end--;
  if (end < 0) throw new Error('not a zip');
  const sizes = { xml: 0, total: 0 };
  const decoder = new TextDecoder();
  let offset = view.getUint32(end + 16, true);
  for (let entriesLeft = view.getUint16(end + 10, true); entriesLeft > 0; entriesLeft--) {
    if (view.getUint32(offset, true) !== entrySignature) throw new Error('not a zip');
    const size = view.getUint32(offset + 24, true);
    const nameLength = view.getUint16(offset + 28, true);
    const name = decoder.decode(new Uint8Array(bytes, offset + entryLength, nameLength));
    sizes.total += size;
    if (/\.(xml|rels)$/i.test(name)) sizes.xml += size;
    const extraLength = view.getUint16(offset + 30, true);
    const commentLength = view.getUint16(offset + 32, true);
    offset += entryLength + nameLength + extraLength + commentLength;
  }
  return sizes;
}
