import { readMetadata, type ContentTypes, type Relationship } from '../inspection/package-metadata.adapter.ts';
import { RefusedDocument } from '../inspection/refused-document.rules.ts';
import { openZip, type OpenZip } from '../inspection/zip.adapter.ts';
import { readTree, type XmlTree } from './xml-tree.adapter.ts';

/** The maximum size in bytes of an XML part that is read as a whole. A document of 200 pages has a tenth of it. */
const maxTreeBytes = 30_000_000;

/** A docx whose XML parts are read when they are needed. Names of parts are in lower case. */
export interface DocxPackage {
  zip: OpenZip;
  contentTypes: ContentTypes;
  relationships: Relationship[];
  /** The name of the part with the text. */
  mainPart: string;
  /** Returns the names of the parts of a kind to which the main part refers, such as 'comments', in their order. */
  partsOfKind(kind: string): string[];
  /** Returns a part as a tree; undefined if it does not exist. Returns the same tree for the same name. */
  readPart(name: string | undefined): Promise<XmlTree | undefined>;
  /** The parts that have been read as trees, by their names. */
  trees: ReadonlyMap<string, XmlTree>;
}

/** Opens a docx. Throws RefusedDocument, or an error of a library, if the bytes are no docx or exceed a limit. */
export async function openDocx(bytes: Buffer): Promise<DocxPackage> {
  const zip = await openZip(bytes);
  const { contentTypes, relationships } = await readMetadata(zip);
  const mainPart = relationships.find(({ source, kind }) => source === '' && kind === 'officedocument')?.target;
  if (!mainPart || !zip.names.has(mainPart)) throw new RefusedDocument('wrongContent');
  const trees = new Map<string, XmlTree>();
  return {
    zip,
    contentTypes,
    relationships,
    mainPart,
    trees,
    partsOfKind: (wanted) =>
      relationships
        .filter(({ source, kind, isExternal }) => source === mainPart && kind === wanted && !isExternal)
        .map(({ target }) => target),
    async readPart(name) {
      if (name === undefined) return undefined;
      const known = trees.get(name);
      if (known) return known;
      const part = await zip.read(name, maxTreeBytes);
      if (!part) return undefined;
      const tree = readTree(part);
      trees.set(name, tree);
      return tree;
    },
  };
}
