import Box from '@mui/material/Box';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';

/** The anchor of a section, and its short name. */
export type IndexEntry = readonly [anchor: string, name: string];

/** The links to the sections of the settings page (reference 3.12). */
export function SettingsIndex({ sections }: { sections: readonly IndexEntry[] }) {
  return (
    <Box component="nav" aria-label="Auf dieser Seite" sx={{ mb: 6, maxWidth: 760 }}>
      <Box component="ul" sx={list}>
        {sections.map(([anchor, name]) => (
          <li key={anchor}>
            <TextLink to={{ hash: anchor }} replace>
              {name}
            </TextLink>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 5,
  rowGap: 2,
} as const;
