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
 * Returns what the export buttons show in place of their labels on a tablet, where they stand beside the title; null
 * elsewhere.
 */
export function useShortExportLabels(): typeof shortLabels | null {
  const isAtLeastTablet = useMinWidth(600);
  const isDesktop = useMinWidth(1200);
  return isAtLeastTablet && !isDesktop ? shortLabels : null;
}
