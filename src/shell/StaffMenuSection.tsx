import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { useId, useState, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { groupIcons } from './groupIcons.tsx';
import type { MenuSection } from './menu.ts';
import { groupPages, type GroupOfPages } from './pageGroups.ts';
import { pageAt, type Page } from './pages.ts';
import { readSectionStates, storeSectionState } from './rail.ts';

interface Props extends MenuSection {
  /** Whether this is the section of the user's own role. */
  isOwn: boolean;
  /** Whether the section is in the drawer: its rows are then as high as a finger needs, and its title is a heading. */
  inDrawer?: boolean;
  onNavigate?: () => void;
}

/**
 * A section of the staff's menu, at the side (the rail) or in the drawer, with its pages in groups. By default, the
 * section of the user's own role and the section that contains the current page are open. Opening or folding a section
 * is remembered on this device.
 */
export function StaffMenuSection({ title, entries, isOwn, inDrawer = false, onNavigate }: Props) {
  const listId = useId();
  const currentPage = pageAt(useLocation().pathname);
  // Undefined until the user opens or folds the section for the first time.
  const [storedState, setStoredState] = useState(() => readSectionStates()[title]);
  const isOpen = storedState ?? (isOwn || entries.some((page) => page === currentPage && page.for !== 'everyone'));
  const toggle = () => {
    setStoredState(!isOpen);
    storeSectionState(title, !isOpen);
  };
  const rowHeight = inDrawer ? { minHeight: 44 } : railRow;
  return (
    <Box sx={inDrawer ? { px: 3, mb: 2 } : {}}>
      <Box component={inDrawer ? 'h2' : 'div'} sx={{ m: 0, font: 'inherit' }}>
        <Box
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={toggle}
          sx={[headingButton, rowHeight]}
        >
          {title}
          <ExpandIcon fontSize="small" sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
        </Box>
      </Box>
      <List id={listId} label={title} hidden={!isOpen}>
        {groupPages(entries).map((group) => (
          <Group key={group.name} {...group} rowHeight={rowHeight} onNavigate={onNavigate} />
        ))}
      </List>
    </Box>
  );
}

interface GroupProps extends GroupOfPages {
  rowHeight: object;
  onNavigate: (() => void) | undefined;
}

function Group({ name, entries, rowHeight, onNavigate }: GroupProps) {
  const links = entries.map(({ path, title }: Page) => (
    <li key={path}>
      <Box
        component={NavLink}
        to={path}
        end
        onClick={onNavigate}
        sx={[entry, rowHeight, name !== null && { pl: '38px' }]}
      >
        {title}
      </Box>
    </li>
  ));
  if (name === null) return links;
  const Icon = groupIcons[name];
  return (
    <li>
      <Box aria-hidden sx={groupName}>
        <Icon fontSize="inherit" />
        {name}
      </Box>
      <List label={name}>{links}</List>
    </li>
  );
}

function List({ id, label, hidden, children }: { id?: string; label: string; hidden?: boolean; children: ReactNode }) {
  return (
    <Box component="ul" id={id} aria-label={label} hidden={hidden} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

const row = {
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  boxSizing: 'border-box',
  px: 3,
  borderRadius: '10px',
  fontSize: '1rem',
  lineHeight: 1.2,
  // With large text, long words break instead of being cut off.
  overflowWrap: 'anywhere',
  minWidth: 0,
  '&:hover': { bgcolor: 'action.hover' },
} as const;

/** All pages of an admin fit on a screen of 900 px. Higher screens have room for higher rows. */
const railRow = { minHeight: 24, '@media (min-height: 1100px)': { minHeight: 34 } };

const headingButton = {
  ...row,
  justifyContent: 'space-between',
  border: '1px solid transparent',
  bgcolor: 'transparent',
  color: 'text.secondary',
  font: 'inherit',
  fontSize: '0.9375rem',
  fontWeight: 600,
  cursor: 'pointer',
} as const;

const groupName = {
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  pl: 3,
  pt: '4px',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: '18px',
  '& svg': { fontSize: 18 },
} as const;

const entry = {
  ...row,
  color: 'text.primary',
  textDecoration: 'none',
  '&.active': {
    bgcolor: 'action.hover',
    color: 'primary.main',
    fontWeight: 700,
    boxShadow: 'inset 3px 0 currentColor',
  },
} as const;
