/** Returns a CSV text as a file. */
export const toCsvFile = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });
