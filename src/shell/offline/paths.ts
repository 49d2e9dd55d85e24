/** The path of the page that is shown when a page cannot be loaded. */
export const offlinePath = '/offline';
