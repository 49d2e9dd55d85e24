import type { Edit, Tag, Watcher } from './xml.adapter.ts';

/** Elements that are removed together with their reference, since otherwise Word would report the file as damaged. */
const dependentElements = new Set([
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
 * Returns a watcher for a part that loses the relationships in `removedIds`. If an element in
 * `dependentElements` refers to one of them, the watcher removes the element. From other elements, such as links and
 * pictures, it removes only the attribute that refers to the relationship.
 */
export function watchReferences(removedIds: ReadonlySet<string>, addEdit: (edit: Edit) => void): Watcher {
  const openElements: { tag: Tag; isRemoved: boolean }[] = [];
  // References are attributes with a namespace prefix, such as r:id or r:embed. Word's own attributes begin with w:.
  const isReference = (name: string, value: string) => /^(?!w:|xmlns:)[^:]+:/.test(name) && removedIds.has(value);
  const removeReferences = (tag: string) =>
    tag.replace(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g, (text, name: string, double?: string, single?: string) =>
      isReference(name, double ?? single ?? '') ? '' : text,
    );

  return {
    open(tag) {
      openElements.push({ tag, isRemoved: false });
      if (!Object.entries(tag.attributes).some(([name, value]) => isReference(name, value))) return;
      const dependentElement = openElements.findLast((element) => dependentElements.has(element.tag.name));
      if (dependentElement) dependentElement.isRemoved = true;
      else addEdit({ start: tag.start, end: tag.end, replace: removeReferences });
    },
    close(_name, _start, end) {
      const closedElement = openElements.pop();
      if (closedElement?.isRemoved)
        addEdit({ start: closedElement.tag.start, end: Math.max(end, closedElement.tag.end), replace: () => '' });
    },
  };
}
