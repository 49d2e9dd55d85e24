import { textOfControl } from '../reading/run-controls.adapter.ts';
import { attributeOf, textOf, type XmlElement } from './xml-tree.adapter.ts';

/** Returns the text of an element of a run as Word shows it, without soft hyphens. */
export function textOfRunChild(element: XmlElement): string {
  return element.name === 't' || element.name === 'delText'
    ? cleanText(textOf(element), attributeOf(element, 'space') === 'preserve')
    : textOfControl(element.name, attributeOf(element, 'type'));
}

/** Removes white space that Word ignores, and soft hyphens. Line breaks within the text are blanks. */
function cleanText(text: string, keepsSpace: boolean): string {
  const shown = text
    .replace(/[\r\n]/g, ' ')
    .replaceAll('\u00ad', '')
    .replace(/[\uf000-\uf0ff]/g, '•');
  return keepsSpace ? shown : shown.replace(/^[ \t]+|[ \t]+$/g, '');
}
