/** The labels of the export buttons in the admins' overview, in order. */
export const exportLabels = [
  'Als CSV exportieren',
  'Als Excel exportieren',
  'Nachweis exportieren',
  'Nachweis als PDF',
] as const;
