/**
 * Returns the text of an element of a Word run that holds no text itself: a tab as '\t', a line break as '\n', a
 * no-break hyphen as '-', a character of a symbol font as '•', and '' for page breaks and all other elements. `name` is
 * the name of the element, `type` its attribute w:type.
 */
export function textOfControl(name: string, type: string | null | undefined): string {
  switch (name) {
    case 'tab':
    case 'ptab':
      return '\t';
    case 'br':
      return ['page', 'column'].includes(type ?? '') ? '' : '\n';
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
