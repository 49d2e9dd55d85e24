import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { MenuSection } from './menu.ts';
import { pageAt } from './pages.ts';
import { storedSections, storeSection } from './rail.ts';

/**
 * A section of the menu at the side. By default, the section of the user's own role and the section that contains the
 * current page are open. Opening or folding a section is remembered on this device.
 */
export function RailSection({ title, entries, isOwn }: MenuSection & { isOwn: boolean }) {
  const listId = useId();
  const currentPage = pageAt(useLocation().pathname);
  const [storedOpen, setStoredOpen] = useState(() => storedSections()[title]);
  const open = storedOpen ?? (isOwn || entries.some((page) => page === currentPage && page.for !== 'everyone'));
  const toggle = () => {
    setStoredOpen(!open);
    storeSection(title, !open);
  };
  return (
    <Box sx={{ mb: 1 }}>
      <Box component="button" type="button" aria-expanded={open} aria-controls={listId} onClick={toggle} sx={head}>
        {title}
        <ExpandIcon fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
      </Box>
      <Box component="ul" id={listId} aria-label={title} hidden={!open} sx={{ listStyle: 'none', m: 0, p: 0, pb: 2 }}>
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

const head = {
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
