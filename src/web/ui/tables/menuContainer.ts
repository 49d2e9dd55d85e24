/**
 * Returns the element in which the menu of a row is mounted: the main landmark. The rows of the table cannot contain
 * the menu, since they clip their content.
 */
export const findMenuContainer = (): HTMLElement | null => document.querySelector('main');
