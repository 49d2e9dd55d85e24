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
import { RefusedDocument, type RefusalReason } from './refused-document.rules.ts';

/** An open PDF. */
export interface OpenPdf {
  /** Null if the library cannot read the file as a whole. PDF viewers show what they can of a damaged file. */
  document: PDFDocument | null;
  /** Whether the file is encrypted, although it can be opened without a password. */
  isEncrypted: boolean;
  /** All definitions of all objects anywhere in the file. An object may be defined several times. */
  definitions: readonly PDFObject[];
  /** Returns all definitions of the object to which a reference points; returns any other value as it is. */
  resolve: (value: PDFObject | undefined) => readonly PDFObject[];
}

/**
 * Opens a PDF. Throws RefusedDocument if it needs a password, contains no objects, or contains compressed objects that
 * are too large or cannot be read.
 *
 * PDF viewers find objects by a table of their positions, but the library reads objects in the order of the file.
 * Content could be hidden where these two differ: in older definitions of an object, in comments, or in other streams.
 * Therefore everything in the file that begins like an object is also read.
 */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  unpackingState = { bytesLeft: maxUnpackedBytes, problem: null };
  const definitions = new Map<string, PDFObject[]>();
  const addDefinition = (ref: PDFRef, object: PDFObject) => {
    const earlierDefinitions = definitions.get(ref.toString());
    if (earlierDefinitions) earlierDefinitions.push(object);
    else definitions.set(ref.toString(), [object]);
  };
  const document = await loadPdf(bytes).catch((error: unknown) => {
    if (error instanceof RefusedDocument) throw error;
    // The library cannot parse files that are encrypted in other ways than with a password.
    if (bytes.includes('/Encrypt')) throw new RefusedDocument('protected');
    return null;
  });
  for (const [ref, object] of document?.context.enumerateIndirectObjects() ?? []) addDefinition(ref, object);
  const isEncrypted = document?.context.isDecrypted === true;
  const decryptedRefs = new Set(isEncrypted ? definitions.keys() : []);
  // Skips the encrypted definitions of objects that the library has decrypted.
  await readAllObjects(bytes, (ref, object) => {
    if (!decryptedRefs.has(ref.toString())) addDefinition(ref, object);
  });
  refuseUnreadObjects(isEncrypted);
  if (definitions.size === 0) throw new RefusedDocument('wrongContent');
  return {
    document,
    isEncrypted,
    definitions: [...definitions.values()].flat(),
    resolve: (value) => resolveReference(definitions, value),
  };
}

/** Follows a reference, through up to ten other references, and returns all definitions that it reaches. */
function resolveReference(
  definitions: ReadonlyMap<string, PDFObject[]>,
  value: PDFObject | undefined,
  depth = 0,
): PDFObject[] {
  if (!(value instanceof PDFRef)) return value ? [value] : [];
  const targets = depth < 10 ? (definitions.get(value.toString()) ?? []) : [];
  return targets.flatMap((target) => resolveReference(definitions, target, depth + 1));
}

/**
 * Reads a PDF as viewers do, with the last definition of each object. `forUpdate` prepares it for an appended update.
 */
export async function loadPdf(bytes: Buffer, { forUpdate = false } = {}): Promise<PDFDocument> {
  const options = { password: '', updateMetadata: false, parseSpeed: Infinity, forIncrementalUpdate: forUpdate };
  try {
    return await PDFDocument.load(bytes, options);
  } catch (error) {
    refuseUnreadObjects(true);
    if (error instanceof EncryptedPDFError || (error instanceof Error && error.message === 'NEEDS PASSWORD'))
      throw new RefusedDocument('protected');
    // The library fails if an encrypted file has no id. PDF viewers assume an empty id.
    if (!(error instanceof Error) || !error.message.includes('PDFArray')) throw error;
    return PDFDocument.load(Buffer.concat([bytes, Buffer.from('\ntrailer\n<</ID[<><>]>>\n')]), options);
  }
}

/** The maximum number of bytes in front of the keyword `obj` that are searched for the object's number. */
const maxHeaderLength = 40;
const objectHeader = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+$/;

/** Reads everything in a file that begins like an object (`12 0 obj`), and the compressed objects in object streams. */
async function readAllObjects(bytes: Buffer, addDefinition: (ref: PDFRef, object: PDFObject) => void): Promise<void> {
  const context = PDFContext.create();
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    assign(ref, object);
    addDefinition(ref, object);
  };
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const match = objectHeader.exec(bytes.toString('latin1', Math.max(0, at - maxHeaderLength), at));
    if (!match) continue;
    const ref = PDFRef.of(Number(match[1]), Number(match[2]));
    const object = tryToParse(bytes.subarray(at + 3), context, ref);
    if (!object) continue;
    context.assign(ref, object);
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === PDFName.of('ObjStm'))
      await readObjectStream(object);
  }
}

/** Returns the object that begins with these bytes, or null if there is none. */
function tryToParse(bytes: Uint8Array, context: PDFContext, ref: PDFRef): PDFObject | null {
  try {
    return PDFObjectParser.forBytes(bytes, context).parseObject(ref);
  } catch {
    return null;
  }
}

async function readObjectStream(stream: PDFRawStream): Promise<void> {
  try {
    await PDFObjectStreamParser.forStream(stream).parseIntoContext();
  } catch {
    // A PDF viewer may still be able to read the objects after the broken one.
    unpackingState.problem ??= 'wrongContent';
  }
}

/** The maximum number of bytes that the streams with compressed objects of a PDF may unpack to, in total. */
const maxUnpackedBytes = 100_000_000;

/**
 * The state of the PDF that is being opened; a process opens one PDF at a time. `bytesLeft` is the number of bytes that
 * may still be unpacked. `problem` is the reason why a stream with compressed objects could not be read, if any.
 */
let unpackingState: { bytesLeft: number; problem: RefusalReason | null } = { bytesLeft: 0, problem: null };

/**
 * Refuses a PDF if compressed objects could not be read. Ignores 'wrongContent' for encrypted PDFs, since the library
 * also tries to read their object streams before decrypting them.
 */
function refuseUnreadObjects(isEncrypted: boolean): void {
  const { problem } = unpackingState;
  if (problem && !(isEncrypted && problem === 'wrongContent')) throw new RefusedDocument(problem);
}

/** Unpacks a stream in chunks, without keeping the chunks, and throws if too many bytes are unpacked. */
function limitUnpackedBytes(stream: PDFRawStream): void {
  const unpacked = decodePDFRawStream(stream);
  for (let chunk = unpacked.getBytes(65_536); chunk.length > 0; chunk = unpacked.getBytes(65_536)) {
    unpackingState.bytesLeft -= chunk.length;
    if (unpackingState.bytesLeft >= 0) continue;
    unpackingState.problem = 'tooLarge';
    throw new RefusedDocument('tooLarge');
  }
}

/** Whether a stream uses a predictor, which is meant for rows of pixels; the library cannot decode objects in it. */
function usesPredictor({ dict }: PDFRawStream): boolean {
  const parameters = dict.lookup(PDFName.of('DecodeParms'));
  const parameterList = parameters instanceof PDFArray ? parameters.asArray() : [parameters];
  return parameterList
    .map((value) => (value instanceof PDFRef ? dict.context.lookup(value) : value))
    .some((value) => {
      const predictor = value instanceof PDFDict ? value.lookup(PDFName.of('Predictor')) : undefined;
      return predictor instanceof PDFNumber && predictor.asNumber() > 1;
    });
}

// The library unpacks streams without a limit. Therefore its two functions that unpack streams are replaced by
// functions that check the unpacked size first.
const { forStream: readObjects } = PDFObjectStreamParser;
PDFObjectStreamParser.forStream = (stream, shouldWait) => {
  if (usesPredictor(stream)) unpackingState.problem ??= 'wrongContent';
  limitUnpackedBytes(stream);
  return readObjects(stream, shouldWait);
};
const { forStream: readCrossReferences } = PDFXRefStreamParser;
PDFXRefStreamParser.forStream = (stream) => {
  limitUnpackedBytes(stream);
  return readCrossReferences(stream);
};
