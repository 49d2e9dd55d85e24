/**
 * Returns the element in which the menu of a row is mounted: the main landmark, outside the table, whose rows clip
 * their content.
 */
export const findMenuContainer = (): HTMLElement | null => document.querySelector('main');
