import type { Edit, Tag, Watcher } from './xml.adapter.ts';

/** Elements that are removed as a whole, because Word reports a file as damaged if they have no reference. */
const wholeElements = new Set([
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
 * Returns a watcher that edits a part whose relationships have partly been removed. An element that requires one of
 * these is removed as a whole. Other elements, such as links and pictures, lose only the attribute that refers to it.
 */
export function watchReferences(removedIds: ReadonlySet<string>, addEdit: (edit: Edit) => void): Watcher {
  const path: { tag: Tag; isRemoved: boolean }[] = [];
  // References are attributes with a namespace prefix, such as r:id or r:embed. Word's own attributes begin with w:.
  const isReference = (name: string, value: string) => /^(?!w:|xmlns:)[^:]+:/.test(name) && removedIds.has(value);
  const removeReferences = (tag: string) =>
    tag.replace(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g, (text, name: string, double?: string, single?: string) =>
      isReference(name, double ?? single ?? '') ? '' : text,
    );

  return {
    open(tag) {
      path.push({ tag, isRemoved: false });
      if (!Object.entries(tag.attributes).some(([name, value]) => isReference(name, value))) return;
      const wholeElement = path.findLast((element) => wholeElements.has(element.tag.name));
      if (wholeElement) wholeElement.isRemoved = true;
      else addEdit({ start: tag.start, end: tag.end, replace: removeReferences });
    },
    close(_name, _start, end) {
      const closed = path.pop();
      if (closed?.isRemoved)
        addEdit({ start: closed.tag.start, end: Math.max(end, closed.tag.end), replace: () => '' });
    },
  };
}
