import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, type ComponentType } from 'react';
import { Link } from 'react-router';
import { homeOf, isStaff, roles } from '../shared/roles.ts';
import { useLogin } from '../web/login.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useSession } from '../web/session.ts';
import { shortScreen } from '../web/theme.ts';
import { Heart } from '../web/ui/layout/Heart.tsx';
import { LoadingNotice } from '../web/ui/notices/LoadingNotice.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';
import { Logo } from './Logo.tsx';
import { useMenuState } from './useMenuState.ts';
import { lazyComponent, loadChunk } from '../web/lazyComponent.ts';

// `ParticipantNav` is in a chunk that every participant page loads anyway (vite.config.ts), so it needs no extra
// request.
const importNavigation = () => import('./ParticipantNav.tsx');
let ParticipantNav: ComponentType = lazyComponent('ParticipantNav', importNavigation);

/** Loads the participants' navigation, so that the first header shows it at once. */
export async function loadNavigation(): Promise<void> {
  ParticipantNav = (await loadChunk('ParticipantNav', importNavigation)).default;
}

// Not preloaded: participants never see it.
const StaffMenu = lazy(() => loadChunk('StaffMenu', () => import('./StaffMenu.tsx')));
const MenuDrawer = lazyComponent('MenuDrawer', () => import('./MenuDrawer.tsx'));

/** The header: menu, logo, slogan, and the sign-in button or the profile menu. */
export function Header() {
  const { state, user } = useSession();
  const openLogin = useLogin();
  const [isMenuOpen, setIsMenuOpen] = useMenuState();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
        [shortScreen]: { position: 'static' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          // With large text there is no room for the sign-in button beside the slogan.
          flexWrap: user ? 'nowrap' : 'wrap',
          alignItems: 'center',
          gap: { xs: 1, sm: 3 },
          minHeight: { xs: 64, sm: 72 },
          px: { xs: 2, sm: 4 },
          color: 'text.primary',
        }}
      >
        <PlainButton
          className="open-menu"
          aria-label="Menü öffnen"
          aria-haspopup="dialog"
          aria-expanded={Boolean(isMenuOpen)}
          onClick={() => setIsMenuOpen(true)}
        >
          <MenuIcon />
        </PlainButton>
        <Link to={user ? homeOf(user.role.value) : '/'} aria-label="Zur Startseite" className="to-start">
          <Logo />
        </Link>
        {/* Until a new participant has chosen a password, no other page can be opened. */}
        {user?.role.value === roles.participant.value && !user.resetPassword && (
          <Suspense>
            <ParticipantNav />
          </Suspense>
        )}
        <Typography
          component="span"
          sx={{
            flex: 1,
            textAlign: 'center',
            fontWeight: 600,
            fontSize: { xs: '0.9375rem', sm: '1.0625rem' },
            lineHeight: 1.2,
          }}
        >
          Unser <Heart /> schlägt für Bildung
        </Typography>
        <Box
          className="person"
          sx={{ ml: 'auto', minWidth: { xs: 44, sm: 120 }, display: 'flex', justifyContent: 'flex-end' }}
        >
          {isStaff(user?.role.value) && (
            <Suspense>
              <StaffMenu />
            </Suspense>
          )}
          {user && <ProfileMenu user={user} />}
          {state === 'signedOut' && (
            <PlainButton outlined onClick={openLogin}>
              Anmelden
            </PlainButton>
          )}
        </Box>
      </Box>
      {isMenuOpen !== null && (
        <Suspense fallback={<LoadingNotice />}>
          <MenuDrawer open={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
