import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { homeOf, roleOfId, roles, type Role } from '../../shared/roles.ts';
import { useLogin } from '../../web/login.ts';
import { useSession } from '../../web/session.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Benefits } from './Benefits.tsx';
import { HeroPicture } from '../../features/accounts/ui/HeroPicture.tsx';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useNearViewport } from '../../web/nearViewport.ts';

const RegistrationForm = lazyComponent('registration', () => import('./RegistrationForm.tsx'));

/** The start page (reference 1.8): hero, four benefits and, unless the visitor is signed in, registration. */
export default function LandingPage() {
  const { state, user } = useSession();
  // Until the session is known, the buttons are invisible but keep their space, so that nothing moves.
  const isStarting = state === 'starting';
  const role = isStarting ? 'participant' : roleOfId(user?.role.value ?? null);
  const openLogin = useLogin();
  const registrationHeading = useRef<HTMLHeadingElement>(null);
  const goToRegistration = () => {
    registrationHeading.current?.scrollIntoView({ behavior: 'smooth' });
    registrationHeading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <Box sx={hero}>
        <Box>
          <Typography variant="h1" className="hero" tabIndex={-1} sx={{ textWrap: 'balance', maxWidth: '18ch' }}>
            Mit Rückenwind in deine nächste Bewerbung
          </Typography>
          <Typography sx={{ mt: 4, maxWidth: '52ch', color: 'text.secondary' }}>
            Im Online-Bewerbungscoaching schaut ein Coach mit dir auf deine Unterlagen und deinen Weg: in Ruhe, unter
            vier Augen und kostenlos. Auch dann noch, wenn deine Qualifizierung schon zu Ende ist.
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 8, visibility: isStarting ? 'hidden' : 'visible' }}>
            {state === 'signedOut' && (
              <Button variant="contained" size="large" onClick={openLogin}>
                Zur Anmeldung
              </Button>
            )}
            {role && (
              <Button variant="contained" size="large" component={Link} to={homeOf(roles[role].value)}>
                {continueLabels[role]}
              </Button>
            )}
            {/* The button keeps its space for a signed-in user, so that nothing moves. */}
            <Button
              variant="outlined"
              size="large"
              onClick={goToRegistration}
              sx={user ? { visibility: 'hidden' } : {}}
            >
              zur Registrierung
            </Button>
          </Box>
        </Box>
        <HeroPicture />
      </Box>
      <Benefits />
      {!user && <Registration headingRef={registrationHeading} />}
    </>
  );
}

/** The form to register, for visitors who are not signed in. */
function Registration({ headingRef }: { headingRef: RefObject<HTMLHeadingElement | null> }) {
  // On a phone the form is far below the fold, so it loads when the visitor scrolls near it.
  const isFormNear = useNearViewport(headingRef);
  return (
    <Box component="section" aria-labelledby="registrierung" sx={panel}>
      <Typography id="registrierung" ref={headingRef} tabIndex={-1} variant="h2" sx={{ outline: 'none' }}>
        Registrierung
      </Typography>
      <Typography sx={{ mt: 2, mb: 6, color: 'text.secondary', maxWidth: '62ch' }}>
        Einmal registrieren, dann kannst du Unterlagen hochladen und Termine buchen. Alle Felder sind Pflichtfelder.
      </Typography>
      <Box sx={formSpace}>
        {isFormNear ? (
          <Suspense fallback={<Loading blocks={6} height={56} />}>
            <RegistrationForm />
          </Suspense>
        ) : (
          <Loading blocks={6} height={56} />
        )}
      </Box>
    </Box>
  );
}

/** As tall as the empty form with its list of missing fields, so the content below does not move. */
const formSpace = { minHeight: { xs: 1422, sm: 1003 }, '@media (max-width: 339px)': { minHeight: 1535 } } as const;

/** The label of the button for a signed-in user, by role. */
const continueLabels: Record<Role, string> = {
  participant: 'Weiter zu deinem Coaching',
  coach: 'Weiter zum Coachbereich',
  admin: 'Weiter zum Adminbereich',
};

const hero = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.05fr 0.95fr' },
  gap: { xs: 8, md: 12 },
  alignItems: 'center',
  mb: { xs: 12, md: 20 },
} as const;

const panel = {
  mt: { xs: 12, md: 20 },
  mx: 'auto',
  maxWidth: 880,
  p: { xs: 5, sm: 10 },
  borderRadius: '24px',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  scrollMarginTop: 88,
} as const;
