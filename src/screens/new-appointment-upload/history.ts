import type { ListedImport } from '../../features/appointments/import-files/contract.ts';

/** The name of an import's file, or a German substitute for it. */
export const nameOfFile = ({ fileName }: Pick<ListedImport, 'fileName'>) => fileName ?? 'Datei ohne Namen';

/** The id of the link to an import in the history. The link gets the focus when the import is closed. */
export const linkIdOf = (importId: number) => `import-${importId}`;
