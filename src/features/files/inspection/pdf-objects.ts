import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFXRefStreamParser,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { RejectedDocument, type RejectionReason } from './rejected.ts';

/** A PDF as it is inspected. */
export interface OpenPdf {
  /** Null where the library cannot put it together; readers show of a damaged file what they can. */
  document: PDFDocument | null;
  /** It opens without a password, though its parts are encrypted. */
  isEncrypted: boolean;
  /** Every object that stands anywhere in the file, in each of its definitions. */
  definitions: readonly PDFObject[];
  /** What stands behind a reference, in each of its definitions; anything else is what it is. */
  resolve: (value: PDFObject | undefined) => readonly PDFObject[];
}

/**
 * Opens a PDF. Throws RejectedDocument where it needs a password, holds nothing, or packs its objects so large or so oddly
 * that they cannot be read.
 *
 * Readers find objects by a table of places; the library finds them one behind the other. Something may hide where the two
 * differ: older definitions, objects within comments or other streams. So whatever begins like an object anywhere in the file
 * is read as well.
 */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  packed = { left: mostUnpacked, problem: null };
  const found = new Map<string, PDFObject[]>();
  const add = (ref: PDFRef, object: PDFObject) => {
    const known = found.get(ref.toString());
    if (known) known.push(object);
    else found.set(ref.toString(), [object]);
  };
  const document = await load(bytes).catch((error: unknown) => {
    if (error instanceof RejectedDocument) throw error;
    // An encrypted file that cannot be put together is one that asks for something else than a password.
    if (bytes.includes('/Encrypt')) throw new RejectedDocument('protected');
    return null;
  });
  for (const [ref, object] of document?.context.enumerateIndirectObjects() ?? []) add(ref, object);
  const isEncrypted = document?.context.isDecrypted === true;
  const decrypted = new Set(isEncrypted ? found.keys() : []);
  await readEverywhere(bytes, (ref, object) => {
    if (!decrypted.has(ref.toString())) add(ref, object);
  });
  refuseUnread(isEncrypted);
  if (found.size === 0) throw new RejectedDocument('wrongContent');
  return {
    document,
    isEncrypted,
    definitions: [...found.values()].flat(),
    resolve: (value) => resolveIn(found, value),
  };
}

/** Follows references to references, too, but not for ever. */
function resolveIn(found: ReadonlyMap<string, PDFObject[]>, value: PDFObject | undefined, depth = 0): PDFObject[] {
  if (!(value instanceof PDFRef)) return value ? [value] : [];
  const behind = depth < 10 ? (found.get(value.toString()) ?? []) : [];
  return behind.flatMap((each) => resolveIn(found, each, depth + 1));
}

/** Reads a document as its readers do, by the last definition of each object; `forUpdate` keeps what an appended change needs. */
export async function load(bytes: Buffer, { forUpdate = false } = {}): Promise<PDFDocument> {
  const options = { password: '', updateMetadata: false, parseSpeed: Infinity, forIncrementalUpdate: forUpdate };
  try {
    return await PDFDocument.load(bytes, options);
  } catch (error) {
    refuseUnread(true);
    if (error instanceof EncryptedPDFError || (error instanceof Error && error.message === 'NEEDS PASSWORD'))
      throw new RejectedDocument('protected');
    // The library misses the id of an encrypted file that has none, where readers take an empty one.
    if (!(error instanceof Error) || !error.message.includes('PDFArray')) throw error;
    return PDFDocument.load(Buffer.concat([bytes, Buffer.from('\ntrailer\n<</ID[<><>]>>\n')]), options);
  }
}

/** The longest that stands between an object's number and the word behind it, in bytes. */
const longestHeader = 40;
const header = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+$/;

/** Reads whatever begins like an object (`12 0 obj`), in packed objects as well. */
async function readEverywhere(bytes: Buffer, add: (ref: PDFRef, object: PDFObject) => void): Promise<void> {
  const context = PDFContext.create();
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    assign(ref, object);
    add(ref, object);
  };
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const match = header.exec(bytes.toString('latin1', Math.max(0, at - longestHeader), at));
    if (!match) continue;
    const ref = PDFRef.of(Number(match[1]), Number(match[2]));
    const object = parse(bytes.subarray(at + 3), context, ref);
    if (!object) continue;
    context.assign(ref, object);
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === PDFName.of('ObjStm'))
      await readPacked(object);
  }
}

function parse(bytes: Uint8Array, context: PDFContext, ref: PDFRef): PDFObject | null {
  try {
    return PDFObjectParser.forBytes(bytes, context).parseObject(ref);
  } catch {
    return null;
  }
}

async function readPacked(stream: PDFRawStream): Promise<void> {
  try {
    await PDFObjectStreamParser.forStream(stream).parseIntoContext();
  } catch {
    // A reader may still read what stands behind the broken object.
    packed.problem ??= 'wrongContent';
  }
}

/** More than that the packed objects of no document unpack to, in bytes. */
const mostUnpacked = 100_000_000;

/** Of the document that is being opened: how much may still be unpacked, and what kept packed objects from being read. */
let packed: { left: number; problem: RejectionReason | null } = { left: 0, problem: null };

/** The library goes on behind packed objects that it could not read. Encrypted ones are read in its second pass only. */
function refuseUnread(isEncrypted: boolean): void {
  const { problem } = packed;
  if (problem && !(isEncrypted && problem === 'wrongContent')) throw new RejectedDocument(problem);
}

/** Unpacks a stream piece by piece, as the library does not, and drops the pieces: it is small enough where this returns. */
function measure(stream: PDFRawStream): void {
  const unpacked = decodePDFRawStream(stream);
  for (let piece = unpacked.getBytes(65_536); piece.length > 0; piece = unpacked.getBytes(65_536)) {
    packed.left -= piece.length;
    if (packed.left >= 0) continue;
    packed.problem = 'tooLarge';
    throw new RejectedDocument('tooLarge');
  }
}

/** Rows of pixels are packed so, objects never; the library does not undo it. */
function isPredicted({ dict }: PDFRawStream): boolean {
  const parameters = dict.lookup(PDFName.of('DecodeParms'));
  const all = parameters instanceof PDFArray ? parameters.asArray() : [parameters];
  return all
    .map((each) => (each instanceof PDFRef ? dict.context.lookup(each) : each))
    .some((each) => {
      const predictor = each instanceof PDFDict ? each.lookup(PDFName.of('Predictor')) : undefined;
      return predictor instanceof PDFNumber && predictor.asNumber() > 1;
    });
}

// The library unpacks without a bound, and these two are where it begins to.
const { forStream: readObjects } = PDFObjectStreamParser;
PDFObjectStreamParser.forStream = (stream, shouldWait) => {
  if (isPredicted(stream)) packed.problem ??= 'wrongContent';
  measure(stream);
  return readObjects(stream, shouldWait);
};
const { forStream: readPlaces } = PDFXRefStreamParser;
PDFXRefStreamParser.forStream = (stream) => {
  measure(stream);
  return readPlaces(stream);
};
