import { createContext } from 'react';
import type { Key } from './selection.ts';

/** The width of the window, in px, from which the panel with a row's details stands beside the table. */
export const panelMinWidth = 1240;

/** The width of that panel in CSS. A wide window leaves it more room. */
export const panelWidth = 'clamp(380px, 25vw, 480px)';

/** What the panel of a table knows about the open row and its neighbours. */
export interface OpenRow {
  /** The row's key; null while no row is open. */
  openKey: Key | null;
  /** Opens the next row (1) or the previous one (-1) that can be opened, if there is one on this page of the list. */
  step: (direction: 1 | -1) => void;
  hasPrevious: boolean;
  hasNext: boolean;
}

export const OpenRowContext = createContext<OpenRow>({
  openKey: null,
  step: () => {},
  hasPrevious: false,
  hasNext: false,
});

/** Returns the neighbours of the open row among those that can be opened. */
export function findOpenRow<Row>(
  rows: readonly Row[],
  {
    keyOf,
    onOpen,
    canOpen = () => true,
    openKey = null,
  }: {
    keyOf: (row: Row) => Key;
    onOpen?: ((row: Row) => void) | undefined;
    canOpen?: ((row: Row) => boolean) | undefined;
    openKey?: Key | null | undefined;
  },
): OpenRow {
  const index = rows.findIndex((row) => keyOf(row) === openKey);
  const previous = index < 0 ? undefined : rows.slice(0, index).reverse().find(canOpen);
  const next = index < 0 ? undefined : rows.slice(index + 1).find(canOpen);
  return {
    openKey,
    step: (direction) => {
      const row = direction === 1 ? next : previous;
      if (row !== undefined) onOpen?.(row);
    },
    hasPrevious: previous !== undefined,
    hasNext: next !== undefined,
  };
}
