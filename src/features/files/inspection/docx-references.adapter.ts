import type { Edit, Tag, Watcher } from './xml.adapter.ts';

/** Elements that are removed as a whole: without their reference Word calls the file damaged. */
const removedWhole = new Set([
  'attachedTemplate',
  'mailMerge',
  'OLEObject',
  'subDoc',
  'altChunk',
  'externalData',
  'sourceFileName',
  'control',
]);

/**
 * Calls `edit` to remove the references to removed relationships (`ids`) from a part: an element that needs its
 * reference is removed as a whole; others (a link around words, a picture's frame) lose only the attribute.
 */
export function watchReferences(ids: ReadonlySet<string>, edit: (edit: Edit) => void): Watcher {
  const path: { tag: Tag; isRemoved: boolean }[] = [];
  const isReference = (name: string, value: string) => /^(?!w:|xmlns:)[^:]+:/.test(name) && ids.has(value);
  const withoutReferences = (tag: string) =>
    tag.replace(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g, (text, name: string, double?: string, single?: string) =>
      isReference(name, double ?? single ?? '') ? '' : text,
    );

  return {
    open(tag) {
      path.push({ tag, isRemoved: false });
      if (!Object.entries(tag.attributes).some(([name, value]) => isReference(name, value))) return;
      const holder = path.findLast((each) => removedWhole.has(each.tag.name));
      if (holder) holder.isRemoved = true;
      else edit({ start: tag.start, end: tag.end, replace: withoutReferences });
    },
    close(_name, _start, end) {
      const closed = path.pop();
      if (closed?.isRemoved) edit({ start: closed.tag.start, end: Math.max(end, closed.tag.end), replace: () => '' });
    },
  };
}
