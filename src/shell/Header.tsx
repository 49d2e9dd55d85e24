import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useLogin } from './login.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useSession } from './session.ts';
import { lowScreen } from './theme.ts';
import { Heart } from './ui/Heart.tsx';
import { Opening } from './ui/Opening.tsx';
import { PlainButton } from './ui/PlainButton.tsx';
import { Logo } from './Logo.tsx';
import { lazyPart } from './chunk.ts';

const MenuDrawer = lazyPart('MenuDrawer', () => import('./MenuDrawer.tsx'));

/** Menu, logo, the sentence of the house, and the way in or the profile. */
export function Header() {
  const { state, user } = useSession();
  const openLogin = useLogin();
  // 'never' until the menu's code is first needed.
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
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
        [lowScreen]: { position: 'static' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 1, sm: 3 },
          minHeight: { xs: 64, sm: 72 },
          px: { xs: 2, sm: 4 },
          color: 'text.primary',
        }}
      >
        <PlainButton
          aria-label="Menü öffnen"
          aria-haspopup="dialog"
          aria-expanded={menu === 'open'}
          onClick={() => setMenu('open')}
        >
          <MenuIcon />
        </PlainButton>
        <Link to="/" aria-label="Zur Startseite" className="to-start">
          <Logo />
        </Link>
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
        <Box sx={{ minWidth: { xs: 44, sm: 120 }, display: 'flex', justifyContent: 'flex-end' }}>
          {user && <ProfileMenu user={user} />}
          {state === 'signedOut' && (
            <PlainButton outlined onClick={openLogin}>
              Anmelden
            </PlainButton>
          )}
        </Box>
      </Box>
      {menu !== 'never' && (
        <Suspense fallback={<Opening />}>
          <MenuDrawer open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </Box>
  );
}
