import { attributeOf, elementsOf, isElement, type XmlElement } from './xml-tree.adapter.ts';

/**
 * Removes code of fields that stands outside any field from a part of a Word document (reference 5.15), and runs that
 * only had such code. Word leaves it behind if the rest of a field was deleted, and some programs show it as text.
 */
export function removeStrayFieldCodes(root: XmlElement): void {
  let openFields = 0;
  const visit = (parent: XmlElement) => {
    parent.children = parent.children.filter((node) => {
      if (!isElement(node)) return true;
      if (node.name === 'instrText') return openFields > 0;
      if (node.name === 'fldChar') {
        const type = attributeOf(node, 'fldCharType');
        if (type === 'begin') openFields += 1;
        if (type === 'end') openFields = Math.max(0, openFields - 1);
      }
      const hadCode = node.name === 'r' && elementsOf(node).some(({ name }) => name === 'instrText');
      visit(node);
      return !hadCode || elementsOf(node).some(({ name }) => name !== 'rPr');
    });
  };
  visit(root);
}
