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
import { RejectedDocument, type RejectionReason } from './rejected-document.rules.ts';

/** A PDF being inspected. */
export interface OpenPdf {
  /** Null if the library cannot read it as a whole; programs show what they can of a damaged file. */
  document: PDFDocument | null;
  /** Whether its parts are encrypted; it still opens without a password. */
  isEncrypted: boolean;
  /** Every object anywhere in the file, in each of its definitions. */
  definitions: readonly PDFObject[];
  /** Returns the objects of a reference, one for each definition; any other value is returned as it is. */
  resolve: (value: PDFObject | undefined) => readonly PDFObject[];
}

/**
 * Opens a PDF. Throws RejectedDocument if it needs a password, is empty, or if its objects are compressed too much or
 * in a way that cannot be read.
 *
 * Programs find objects by a table of their positions; the library reads them in the order of the file. Where the two
 * differ, content may be hidden: older definitions, objects within comments or other streams. So everything in the file
 * that begins like an object is read too.
 */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  unpacking = { bytesLeft: maxUnpackedBytes, problem: null };
  const definitions = new Map<string, PDFObject[]>();
  const add = (ref: PDFRef, object: PDFObject) => {
    const earlier = definitions.get(ref.toString());
    if (earlier) earlier.push(object);
    else definitions.set(ref.toString(), [object]);
  };
  const document = await load(bytes).catch((error: unknown) => {
    if (error instanceof RejectedDocument) throw error;
    // An encrypted file that cannot be parsed needs something other than a password.
    if (bytes.includes('/Encrypt')) throw new RejectedDocument('protected');
    return null;
  });
  for (const [ref, object] of document?.context.enumerateIndirectObjects() ?? []) add(ref, object);
  const isEncrypted = document?.context.isDecrypted === true;
  const decrypted = new Set(isEncrypted ? definitions.keys() : []);
  await readEverywhere(bytes, (ref, object) => {
    if (!decrypted.has(ref.toString())) add(ref, object);
  });
  refuseUnread(isEncrypted);
  if (definitions.size === 0) throw new RejectedDocument('wrongContent');
  return {
    document,
    isEncrypted,
    definitions: [...definitions.values()].flat(),
    resolve: (value) => resolveReference(definitions, value),
  };
}

/** Returns the definitions that a reference leads to, through up to ten other references. */
function resolveReference(
  definitions: ReadonlyMap<string, PDFObject[]>,
  value: PDFObject | undefined,
  depth = 0,
): PDFObject[] {
  if (!(value instanceof PDFRef)) return value ? [value] : [];
  const targets = depth < 10 ? (definitions.get(value.toString()) ?? []) : [];
  return targets.flatMap((each) => resolveReference(definitions, each, depth + 1));
}

/** Reads a document with the last definition of each object, as programs do; `forUpdate` prepares it for an update. */
export async function load(bytes: Buffer, { forUpdate = false } = {}): Promise<PDFDocument> {
  const options = { password: '', updateMetadata: false, parseSpeed: Infinity, forIncrementalUpdate: forUpdate };
  try {
    return await PDFDocument.load(bytes, options);
  } catch (error) {
    refuseUnread(true);
    if (error instanceof EncryptedPDFError || (error instanceof Error && error.message === 'NEEDS PASSWORD'))
      throw new RejectedDocument('protected');
    // The library fails at an encrypted file without an id; programs assume an empty one.
    if (!(error instanceof Error) || !error.message.includes('PDFArray')) throw error;
    return PDFDocument.load(Buffer.concat([bytes, Buffer.from('\ntrailer\n<</ID[<><>]>>\n')]), options);
  }
}

/** The maximum number of bytes between an object's number and the keyword after it. */
const maxHeaderLength = 40;
const header = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+$/;

/** Reads everything that begins like an object (`12 0 obj`), including packed objects. */
async function readEverywhere(bytes: Buffer, add: (ref: PDFRef, object: PDFObject) => void): Promise<void> {
  const context = PDFContext.create();
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    assign(ref, object);
    add(ref, object);
  };
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const match = header.exec(bytes.toString('latin1', Math.max(0, at - maxHeaderLength), at));
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
    // Programs may still read what follows the broken object.
    unpacking.problem ??= 'wrongContent';
  }
}

/** The maximum number of bytes that the packed objects of one document may unpack to. */
const maxUnpackedBytes = 100_000_000;

/** For the document being opened: how many bytes may still be unpacked, and why packed objects could not be read. */
let unpacking: { bytesLeft: number; problem: RejectionReason | null } = { bytesLeft: 0, problem: null };

/** Refuses a document whose packed objects the library skipped. It reads encrypted ones only in its second pass. */
function refuseUnread(isEncrypted: boolean): void {
  const { problem } = unpacking;
  if (problem && !(isEncrypted && problem === 'wrongContent')) throw new RejectedDocument(problem);
}

/** Unpacks a stream in chunks without keeping them, and throws if it is too large; the library has no limit. */
function measure(stream: PDFRawStream): void {
  const unpacked = decodePDFRawStream(stream);
  for (let chunk = unpacked.getBytes(65_536); chunk.length > 0; chunk = unpacked.getBytes(65_536)) {
    unpacking.bytesLeft -= chunk.length;
    if (unpacking.bytesLeft >= 0) continue;
    unpacking.problem = 'tooLarge';
    throw new RejectedDocument('tooLarge');
  }
}

/**
 * Whether a stream is encoded like rows of pixels, which objects never are; the library does not decode such content.
 */
function isPredicted({ dict }: PDFRawStream): boolean {
  const parameters = dict.lookup(PDFName.of('DecodeParms'));
  const parameterList = parameters instanceof PDFArray ? parameters.asArray() : [parameters];
  return parameterList
    .map((each) => (each instanceof PDFRef ? dict.context.lookup(each) : each))
    .some((each) => {
      const predictor = each instanceof PDFDict ? each.lookup(PDFName.of('Predictor')) : undefined;
      return predictor instanceof PDFNumber && predictor.asNumber() > 1;
    });
}

// The library unpacks without a limit; it begins to unpack in these two functions, so they measure first.
const { forStream: readObjects } = PDFObjectStreamParser;
PDFObjectStreamParser.forStream = (stream, shouldWait) => {
  if (isPredicted(stream)) unpacking.problem ??= 'wrongContent';
  measure(stream);
  return readObjects(stream, shouldWait);
};
const { forStream: readCrossReferences } = PDFXRefStreamParser;
PDFXRefStreamParser.forStream = (stream) => {
  measure(stream);
  return readCrossReferences(stream);
};
