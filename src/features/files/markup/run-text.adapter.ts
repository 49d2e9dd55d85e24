import { attributeOf, textOf, type XmlElement } from './xml-tree.adapter.ts';

/**
 * Returns the text of an element of a run as Word shows it: a tab as '\t', a line break as '\n', a no-break hyphen as
 * '-', a character of a symbol font as '•', and nothing for soft hyphens, page breaks and all other elements.
 */
export function textOfRunChild(element: XmlElement): string {
  switch (element.name) {
    case 't':
    case 'delText':
      return cleanText(textOf(element), attributeOf(element, 'space') === 'preserve');
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
      return ['page', 'column'].includes(attributeOf(element, 'type') ?? '') ? '' : '\n';
    case 'cr':
      return '\n';
    case 'noBreakHyphen':
      return '-';
    case 'sym':
      return '•';
    default:
      return '';
  }
}

/** Removes white space that Word ignores, and soft hyphens. Line breaks within the text are blanks. */
function cleanText(text: string, keepsSpace: boolean): string {
  const shown = text
    .replace(/[\r\n]/g, ' ')
    .replaceAll('\u00ad', '')
    .replace(/[\uf000-\uf0ff]/g, '•');
  return keepsSpace ? shown : shown.replace(/^[ \t]+|[ \t]+$/g, '');
}
