import { RefusedDocument } from './refused-document.rules.ts';
import { XmlReader, type Edit, type Tag } from './xml.adapter.ts';
import type { OpenZip } from './zip.adapter.ts';

/** The name of the part that declares the content types; every Office package has this part. */
export const contentTypesName = '[content_types].xml';

/** The maximum size in bytes of a part with content types or relationships. Real ones have a few dozen kilobytes. */
const maxMetadataBytes = 2_000_000;

/** The content types that an Office package declares, in lower case. */
export interface ContentTypes {
  all: string[];
  /** Returns the content type of a part, which is declared for its name or its extension; '' if there is none. */
  typeOf(name: string): string;
}

/** A relationship of a part or of the whole package to another part, or to something outside the package. */
export interface Relationship {
  /** The name of the part; '' for the package. */
  source: string;
  id: string;
  /** The last segment of the type, in lower case. What precedes it depends on the variant of the format. */
  kind: string;
  /** The name of a part, or the address as written if it is external. */
  target: string;
  /** Whether the target is outside the package. */
  isExternal: boolean;
  /** The name of the part that declares the relationship. */
  declaredIn: string;
  /** The edit that removes the relationship from the part `declaredIn`. */
  removal: Edit;
}

/** Reads the content types and the relationships of an Office package. */
export async function readMetadata(
  zip: OpenZip,
): Promise<{ contentTypes: ContentTypes; relationships: Relationship[] }> {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  await readElements(zip, contentTypesName, ({ name, attributes }) => {
    const type = attributes['ContentType']?.trim().toLowerCase() ?? '';
    if (name === 'Override') overrides.set(toPartName(attributes['PartName'] ?? ''), type);
    if (name === 'Default') defaults.set(attributes['Extension']?.trim().toLowerCase() ?? '', type);
  });
  const typeOf = (name: string) => overrides.get(name) ?? defaults.get(name.split('.').at(-1) ?? '') ?? '';

  const relationships: Relationship[] = [];
  for (const relsPart of [...zip.names].filter((name) => name.endsWith('.rels'))) {
    const source = relsPart.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
    const folder = source.replace(/[^/]*$/, '');
    await readElements(zip, relsPart, ({ name, attributes, start, end }) => {
      if (name !== 'Relationship') return;
      const target = attributes['Target']?.trim() ?? '';
      const isExternal = attributes['TargetMode']?.trim().toLowerCase() === 'external';
      relationships.push({
        source,
        id: attributes['Id'] ?? '',
        kind: attributes['Type']?.trim().toLowerCase().split('/').at(-1) ?? '',
        target: isExternal ? target : toPartName(target.startsWith('/') ? target : folder + target),
        isExternal,
        declaredIn: relsPart,
        removal: { start, end, replace: () => '' },
      });
    });
  }
  return { contentTypes: { all: [...overrides.values(), ...defaults.values()], typeOf }, relationships };
}

/**
 * Calls `visit` for every element of a part. The argument is the opening tag, but `end` is the position after the
 * closing tag.
 */
async function readElements(zip: OpenZip, name: string, visit: (element: Tag) => void): Promise<void> {
  const part = await zip.read(name, maxMetadataBytes);
  if (!part) return;
  const openTags: Tag[] = [];
  const reader = new XmlReader({
    open: (tag) => void openTags.push(tag),
    close: (_, __, end) => {
      const tag = openTags.pop();
      if (tag) visit({ ...tag, end: Math.max(tag.end, end) });
    },
  });
  reader.write(part);
  reader.end();
}

/** Returns the name of a part in the zip, in lower case, from an address inside the package. */
export function toPartName(address: string): string {
  const { pathname } = new URL(address.trim().toLowerCase(), 'part:///');
  try {
    return decodeURIComponent(pathname).replace(/^\/+/, '');
  } catch {
    throw new RefusedDocument('wrongContent');
  }
}

/** Refuses an Office package that contains macros or ActiveX controls, or refers to event handlers of Word's ribbon. */
export function refuseMacros(
  { names }: OpenZip,
  contentTypes: ContentTypes,
  relationships: readonly Relationship[],
): void {
  if (
    [...names].some((name) => /(^|\/)(vbaproject|vbadata|activex)/.test(name)) ||
    contentTypes.all.some((type) => /macroenabled|vbaproject|vbadata|activex/.test(type)) ||
    // 'extensibility' refers to the ribbon's event handlers, which may be in a template outside the package.
    relationships.some(({ kind }) => /^(vbaproject|wordvbadata|control|activexcontrol.*|extensibility)$/.test(kind))
  )
    throw new RefusedDocument('macros');
}
