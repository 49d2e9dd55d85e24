import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { NavLink } from 'react-router';
import type { User } from '../accounts/contract.ts';
import { roleOfId, roles, type Role } from '../shared/roles.ts';
import { mayOpen, pages, type Page } from './pages.ts';
import { useSession } from './session.ts';

/** A general section and one per role that the person may enter, headed role label + 'bereich' (spec §2). */
function sectionsFor(user: User | null): { title: string; entries: Page[] }[] {
  const listed = pages.filter((page) => page.menu && mayOpen(page, user));
  const isAdmin = user !== null && roleOfId(user.role.value) === 'admin';
  const general = {
    title: 'Allgemein',
    entries: listed.filter(({ for: who }) => who === 'everyone' || who === 'signedIn'),
  };
  const byRole = (Object.keys(roles) as Role[]).map((of) => ({
    title: `${roles[of].label}bereich`,
    entries: listed.filter((page) => page.for === of || (of === 'admin' && isAdmin && page.alsoForAdmins)),
  }));
  return [general, ...byRole].filter(({ entries }) => entries.length > 0);
}

/** The menu: only what is built, and only what the person may open. */
export default function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { user } = useSession();
  const sections = sectionsFor(user);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': 'Menü', sx: { width: 304, maxWidth: '88vw' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pl: 6, pr: 2, py: 3 }}>
        <Typography variant="h2" component="p">
          Menü
        </Typography>
        <IconButton aria-label="Menü schließen" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box component="nav" aria-label="Hauptmenü" sx={{ pb: 6 }}>
        {sections.map((section) => (
          <Section key={section.title} {...section} onNavigate={onClose} />
        ))}
      </Box>
    </Drawer>
  );
}

interface SectionProps {
  title: string;
  entries: Page[];
  onNavigate: () => void;
}

function Section({ title, entries, onNavigate }: SectionProps) {
  const headingId = useId();
  return (
    <Box sx={{ px: 3, mb: 4 }}>
      <Typography
        id={headingId}
        variant="body2"
        component="h2"
        sx={{ px: 3, mb: 1, color: 'text.secondary', fontWeight: 600 }}
      >
        {title}
      </Typography>
      <List disablePadding aria-labelledby={headingId}>
        {entries.map(({ path, menu }) => (
          <ListItem key={path} disablePadding>
            <ListItemButton component={NavLink} to={path} end onClick={onNavigate} sx={entry}>
              {menu}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

const entry = {
  minHeight: 44,
  borderRadius: '12px',
  px: 3,
  '&.active': {
    bgcolor: 'action.hover',
    color: 'primary.main',
    fontWeight: 700,
    boxShadow: 'inset 3px 0 currentColor',
  },
} as const;
