import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useEffect, useId } from 'react';
import { NavLink } from 'react-router';
import { isStaff } from '../shared/roles.ts';
import { useBackCloses } from '../web/address/useBackCloses.ts';
import { useSession } from '../web/session.ts';
import { LegalLinks } from './Footer.tsx';
import { sectionsFor, sectionsWithOwnFirst, type MenuSection } from './menu.ts';
import { railFits, showRail } from './rail.ts';
import { StaffMenuSection } from './StaffMenuSection.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/**
 * The drawer with the pages that the user may open; for coaches and admins, the section of their own role comes first
 * and the others are folded. If the menu at the side (the rail) fits on the screen, the drawer
 * stays closed and shows the rail instead.
 */
export default function MenuDrawer({ open, onClose }: Props) {
  const { user } = useSession();
  const showsRail = open && railFits();
  useEffect(() => {
    if (!showsRail) return;
    showRail();
    onClose();
  }, [showsRail, onClose]);
  useBackCloses(open && !showsRail, onClose);
  if (showsRail) return null;
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
        {user && isStaff(user.role.value)
          ? sectionsWithOwnFirst(user).map((section, index) => (
              <StaffMenuSection key={section.title} {...section} isOwn={index === 0} inDrawer onNavigate={onClose} />
            ))
          : sectionsFor(user).map((section) => <Section key={section.title} {...section} onNavigate={onClose} />)}
      </Box>
      <Box
        component="section"
        aria-label="Rechtliches"
        sx={{ mt: 'auto', px: 6, py: 4, borderTop: 1, borderColor: 'divider' }}
      >
        <LegalLinks />
      </Box>
    </Drawer>
  );
}

interface SectionProps extends MenuSection {
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
        {entries.map(({ path, title: name }) => (
          <ListItem key={path} disablePadding>
            <ListItemButton component={NavLink} to={path} end onClick={onNavigate} sx={entry}>
              {name}
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
