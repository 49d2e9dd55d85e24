/** The labels of the export buttons of the admins' overview, in their order. */
export const exportLabels = ['Als CSV exportieren', 'Als Excel exportieren', 'Nachweis exportieren'] as const;
