/** The legal pages (reference 1.18), by their names in the provider's file. */
export const pageNames = ['imprint', 'privacy', 'accessibility'] as const;
export type PageName = (typeof pageNames)[number];

/** The path of each legal page. */
export const pagePaths: Record<PageName, string> = {
  imprint: '/impressum',
  privacy: '/datenschutz',
  accessibility: '/barrierefreiheit',
};
