import { useMinWidth } from '../../web/useMinWidth.ts';

/** The labels of the export buttons in the admins' overview, in order. */
export const exportLabels = [
  'Als CSV exportieren',
  'Als Excel exportieren',
  'Nachweis exportieren',
  'Nachweis als PDF',
] as const;

const shortLabels = ['CSV', 'Excel', 'Nachweis', 'PDF'] as const;
const mediumLabels = ['CSV', 'Excel', 'Nachweis', 'Nachweis als PDF'] as const;

/**
 * Returns what the export buttons show in place of their labels where these do not fit beside the title; null elsewhere.
 * On a phone they stand one below the other.
 */
export function useShortExportLabels(): readonly string[] | null {
  const areBesideTitle = useMinWidth(600);
  const isMedium = useMinWidth(1200);
  const isWide = useMinWidth(1536);
  if (!areBesideTitle || isWide) return null;
  return isMedium ? mediumLabels : shortLabels;
}
