import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { MenuSection } from './menu.ts';
import { pageAt } from './pages.ts';
import { readSectionStates, storeSectionState } from './rail.ts';

/**
 * A section of the menu at the side (the rail). By default, the section of the user's own role and the section that
 * contains the current page are open. Opening or folding a section is remembered on this device.
 */
export function RailSection({ title, entries, isOwn }: MenuSection & { isOwn: boolean }) {
  const listId = useId();
  const currentPage = pageAt(useLocation().pathname);
  // Undefined until the user opens or folds the section for the first time.
  const [storedState, setStoredState] = useState(() => readSectionStates()[title]);
  const isOpen = storedState ?? (isOwn || entries.some((page) => page === currentPage && page.for !== 'everyone'));
  const toggle = () => {
    setStoredState(!isOpen);
    storeSectionState(title, !isOpen);
  };
  return (
    <Box sx={{ mb: 1 }}>
      <Box
        component="button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={toggle}
        sx={headingButton}
      >
        {title}
        <ExpandIcon fontSize="small" sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </Box>
      <Box component="ul" id={listId} aria-label={title} hidden={!isOpen} sx={{ listStyle: 'none', m: 0, p: 0, pb: 2 }}>
        {entries.map(({ path, title: name }) => (
          <li key={path}>
            <Box component={NavLink} to={path} end sx={entry}>
              {name}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: 36,
  boxSizing: 'border-box',
  px: 3,
  borderRadius: '10px',
  fontSize: '1rem',
  '&:hover': { bgcolor: 'action.hover' },
} as const;

const headingButton = {
  ...line,
  justifyContent: 'space-between',
  border: '1px solid transparent',
  bgcolor: 'transparent',
  color: 'text.secondary',
  font: 'inherit',
  fontSize: '0.9375rem',
  fontWeight: 600,
  cursor: 'pointer',
} as const;

const entry = {
  ...line,
  color: 'text.primary',
  textDecoration: 'none',
  '&.active': {
    bgcolor: 'action.hover',
    color: 'primary.main',
    fontWeight: 700,
    boxShadow: 'inset 3px 0 currentColor',
  },
} as const;
