import DocumentsIcon from '@mui/icons-material/DescriptionOutlined';
import AppointmentsIcon from '@mui/icons-material/EventOutlined';
import StartIcon from '@mui/icons-material/HomeOutlined';
import BookIcon from '@mui/icons-material/EditCalendarOutlined';
import Box from '@mui/material/Box';
import { NavLink } from 'react-router';
import { shortScreen } from '../web/theme.ts';
import { visuallyHidden } from '../web/ui/layout/visuallyHidden.ts';

const links = [
  { to: '/intern-participant', label: 'Willkommen', Icon: StartIcon },
  { to: '/booking', label: 'Buchen', Icon: BookIcon },
  { to: '/appointments', label: 'Termine', Icon: AppointmentsIcon },
  { to: '/files', label: 'Unterlagen', Icon: DocumentsIcon },
];

/**
 * The links to a participant's four main pages (reference 1.4). They are in the header on screens at least 900 px wide,
 * and in a bar at the bottom of narrower ones. The menu has the other pages.
 */
export default function ParticipantNav() {
  return (
    <Box component="nav" aria-label="Dein Bereich" className="dock" sx={bar}>
      {links.map(({ to, label, Icon }) => (
        <Box key={to} component={NavLink} to={to} sx={link}>
          <Icon aria-hidden />
          <Box component="span" sx={labelStyle}>
            {label}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const bar = {
  position: { xs: 'fixed', md: 'static' },
  // `--connection-notice` is the height of the notice of a lost connection (base.css).
  inset: 'auto 0 var(--connection-notice, 0px)',
  zIndex: 'appBar',
  containerType: { xs: 'inline-size', md: 'normal' },
  display: 'flex',
  gap: { md: 1 },
  pb: { xs: 'env(safe-area-inset-bottom, 0px)', md: 0 },
  borderTop: { xs: 1, md: 0 },
  // Repeated for each breakpoint, because the shorthand `borderTop` resets the colour.
  borderColor: { xs: 'divider', md: 'divider' },
  bgcolor: 'background.default',
  // On a phone in landscape, or at 400 % zoom, the bar would leave too little space. The menu then has these links,
  // too.
  [shortScreen]: { display: { xs: 'none', md: 'flex' } },
} as const;

/** Very large text has no room beside its neighbours, so that only the pictures are seen. */
const labelStyle = { '@container (max-width: 15rem)': visuallyHidden } as const;

const link = {
  flex: { xs: '1 1 0', md: 'none' },
  minWidth: 0,
  minHeight: { xs: 56, md: 44 },
  px: { xs: 1, md: 3 },
  display: 'flex',
  flexDirection: { xs: 'column', md: 'row' },
  alignItems: 'center',
  justifyContent: 'center',
  borderRadius: { md: '12px' },
  color: 'text.primary',
  fontSize: { xs: '0.8125rem', md: '1rem' },
  fontWeight: 600,
  textDecoration: 'none',
  '& svg': { display: { md: 'none' } },
  '&:hover': { bgcolor: 'action.hover' },
  // Shown from the tap on, because the page's code may take seconds to arrive.
  '&:active, &.pending': { bgcolor: 'action.selected', color: 'primary.main' },
  '&:focus-visible': { outlineOffset: -3 },
  '&.active': { color: 'primary.main', boxShadow: { xs: 'inset 0 3px currentColor', md: 'inset 0 -3px currentColor' } },
} as const;
