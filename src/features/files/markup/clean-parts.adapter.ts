import { isElement, removeChildren, type XmlElement } from './xml-tree.adapter.ts';

/** Attributes with the ids of editing sessions, paragraphs and drawings, by which copies of a document can be matched. */
const idAttribute =
  /\s(?:[\w.-]+:)?(?:rsid(?:R|RDefault|P|RPr|Tr|Sect|Del)|paraId|textId|anchorId|editId|durableId)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Removes the ids of editing sessions and the like from an element and from all elements within it. */
export function removeIds(element: XmlElement): void {
  element.openTag = element.openTag.replace(idAttribute, '');
  // The session in which a style was last edited.
  removeChildren(element, ({ name }) => name === 'rsid');
  for (const child of element.children) if (isElement(child)) removeIds(child);
}

/** Settings with names, ids, sources of data, or the switch that tracks further changes. */
const removedSettings = new Set([
  'docVars',
  'rsids',
  'docId',
  'attachedTemplate',
  'attachedSchema',
  'schemaLibrary',
  'mailMerge',
  'trackRevisions',
]);

/** Removes what the settings of a document say about its origin and its editing. */
export function cleanSettings(settings: XmlElement): void {
  removeChildren(settings, ({ name }) => removedSettings.has(name));
}

/** Leaves of the properties of a document only its title and its language. */
export function keepTitleAndLanguage(properties: XmlElement): void {
  properties.children = properties.children.filter(
    (child) => isElement(child) && (child.name === 'title' || child.name === 'language'),
  );
}
