import { RejectedDocument } from './rejected-document.rules.ts';
import { XmlReader, type Edit, type Tag } from './xml.adapter.ts';
import type { OpenZip } from './zip.adapter.ts';

/** The part that lists a package's content types; a zip without it is not an Office package. */
export const typesName = '[content_types].xml';

/** The maximum size of a list in bytes; those of real documents have a few dozen kilobytes. */
const maxListBytes = 2_000_000;

/** The content types of parts, by name or else by ending, all in lower case; '' if a part has none. */
export interface Types {
  all: string[];
  typeOf(name: string): string;
}

/** The relation of a part (`source`, '' for the package) to another part or to something outside the package. */
export interface Relation {
  source: string;
  id: string;
  /** The last segment of its type; the older and the strict format differ in what precedes it. */
  kind: string;
  /** A part's name if it is inside, the address as written if it is outside. */
  target: string;
  isOutside: boolean;
  /** The name of the list that contains it, and the edit that removes it. */
  list: string;
  edit: Edit;
}

/** Reads the lists of an Office package: [Content_Types].xml and all its lists of relationships. */
export async function readLists(zip: OpenZip): Promise<{ types: Types; relations: Relation[] }> {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  await readTags(zip, typesName, ({ name, attributes }) => {
    const type = attributes['ContentType']?.trim().toLowerCase() ?? '';
    if (name === 'Override') overrides.set(partName(attributes['PartName'] ?? ''), type);
    if (name === 'Default') defaults.set(attributes['Extension']?.trim().toLowerCase() ?? '', type);
  });
  const typeOf = (name: string) => overrides.get(name) ?? defaults.get(name.split('.').at(-1) ?? '') ?? '';

  const relations: Relation[] = [];
  for (const list of [...zip.names].filter((name) => name.endsWith('.rels'))) {
    const source = list.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
    const folder = source.replace(/[^/]*$/, '');
    await readTags(zip, list, ({ name, attributes, start, end }) => {
      if (name !== 'Relationship') return;
      const target = attributes['Target']?.trim() ?? '';
      const isOutside = attributes['TargetMode']?.trim().toLowerCase() === 'external';
      relations.push({
        source,
        id: attributes['Id'] ?? '',
        kind: attributes['Type']?.trim().toLowerCase().split('/').at(-1) ?? '',
        target: isOutside ? target : partName(target.startsWith('/') ? target : folder + target),
        isOutside,
        list,
        edit: { start, end, replace: () => '' },
      });
    });
  }
  return { types: { all: [...overrides.values(), ...defaults.values()], typeOf }, relations };
}

/** Calls `visit` with each tag of a list; the tag's `end` is the end of its element. */
async function readTags(zip: OpenZip, name: string, visit: (tag: Tag) => void): Promise<void> {
  const part = await zip.read(name, maxListBytes);
  if (!part) return;
  const open: Tag[] = [];
  const reader = new XmlReader({
    open: (tag) => void open.push(tag),
    close: (_, __, end) => {
      const tag = open.pop();
      if (tag) visit({ ...tag, end: Math.max(tag.end, end) });
    },
  });
  reader.write(part);
  reader.end();
}

/** The name of a part as the zip lists it, from an address inside the package. */
function partName(address: string): string {
  const { pathname } = new URL(address.trim().toLowerCase(), 'part:///');
  try {
    return decodeURIComponent(pathname).replace(/^\/+/, '');
  } catch {
    throw new RejectedDocument('wrongContent');
  }
}

/** Refuses an Office package that contains macros or controls, or refers to ribbon handlers. */
export function refuseMacros({ names }: OpenZip, types: Types, relations: readonly Relation[]): void {
  if (
    [...names].some((name) => /(^|\/)(vbaproject|vbadata|activex)/.test(name)) ||
    types.all.some((type) => /macroenabled|vbaproject|vbadata|activex/.test(type)) ||
    // 'extensibility' refers to ribbon handlers, which may be in a template elsewhere.
    relations.some(({ kind }) => /^(vbaproject|wordvbadata|control|activexcontrol.*|extensibility)$/.test(kind))
  )
    throw new RejectedDocument('macros');
}
