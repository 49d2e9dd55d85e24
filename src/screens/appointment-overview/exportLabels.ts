import { useMinWidth } from '../../web/useMinWidth.ts';

/** The labels of the export buttons in the admins' overview, in order. */
export const exportLabels = [
  'Als CSV exportieren',
  'Als Excel exportieren',
  'Nachweis exportieren',
  'Nachweis als PDF',
] as const;

const shortLabels = ['CSV', 'Excel', 'Nachweis', 'PDF'] as const;

/**
 * Returns what the export buttons show in place of their labels where these do not fit beside the title; null elsewhere.
 * On a phone they stand one below the other.
 */
export function useShortExportLabels(): typeof shortLabels | null {
  const areBesideTitle = useMinWidth(600);
  const isWide = useMinWidth(1536);
  return areBesideTitle && !isWide ? shortLabels : null;
}
