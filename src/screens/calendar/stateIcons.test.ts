import { expect, test } from 'vitest';
import { stateIconPaths } from '../../web/ui/notices/stateIconPaths.ts';
import { iconPaths } from './stateIcons.tsx';

test('each state has an icon of its own in the calendar, and in lists [7.17]', () => {
  for (const paths of [iconPaths, stateIconPaths].map((icons) => Object.values(icons)))
    expect(new Set(paths).size).toBe(paths.length);
});
