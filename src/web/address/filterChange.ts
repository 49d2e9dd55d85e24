import type { NavigateOptions } from 'react-router';

/**
 * The options of a navigation that changes a filter in the URL. The page is rendered immediately, because the next
 * change is based on the rendered filter. If React rendered it later, the second of two quick changes would undo the
 * first on a slow device.
 */
export const filterChange = { preventScrollReset: true, flushSync: true } satisfies NavigateOptions;
