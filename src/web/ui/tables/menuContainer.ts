/**
 * Where the menu of a row is mounted: inside the main landmark, but outside the table, whose rows clip their content.
 */
export const findMenuContainer = (): HTMLElement | null => document.querySelector('main');
