/** Where a row's menu is put: inside the main landmark, but outside of the table, whose rows clip what is in them. */
export const inMain = (): HTMLElement | null => document.querySelector('main');
