import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLogin } from '../web/login.ts';
import { useSession } from '../web/session.ts';
import { EmptyState } from '../web/ui/notices/EmptyState.tsx';
import { PageHeader } from '../web/ui/layout/PageHeader.tsx';
import { visuallyHidden } from '../web/ui/layout/visuallyHidden.ts';

const countdownSeconds = 5;

/**
 * The page for an unknown URL. After a countdown it opens the start page, unless the user stays (reference 1.9).
 */
export default function NotFoundPage() {
  const navigate = useNavigate();
  const openLogin = useLogin();
  const { state } = useSession();
  const [secondsLeft, setSecondsLeft] = useState(countdownSeconds);
  const [isStaying, setIsStaying] = useState(false);
  const homeLink = useRef<HTMLAnchorElement>(null);
  // The button that had the focus has been removed, so the link takes the focus.
  useEffect(() => {
    if (isStaying) homeLink.current?.focus();
  }, [isStaying]);

  useEffect(() => {
    document.title = 'Seite nicht gefunden';
  }, []);

  useEffect(() => {
    if (isStaying) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      else void navigate('/', { replace: true });
    }, 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft, isStaying, navigate]);

  return (
    <>
      <PageHeader title="Seite nicht gefunden" />
      <EmptyState
        picture="map"
        title={
          isStaying
            ? 'Du bleibst hier.'
            : `Weiter zur Startseite in ${secondsLeft} ${secondsLeft === 1 ? 'Sekunde' : 'Sekunden'}`
        }
        action={
          <>
            {!isStaying && (
              <Button variant="contained" onClick={() => setIsStaying(true)}>
                Hier bleiben
              </Button>
            )}
            <Button ref={homeLink} component={Link} to="/" variant={isStaying ? 'contained' : 'text'}>
              Zur Startseite
            </Button>
            {state === 'signedOut' && (
              <Button
                onClick={() => {
                  setIsStaying(true);
                  openLogin();
                }}
              >
                Zur Anmeldung
              </Button>
            )}
          </>
        }
      >
        Diese Seite gibt es nicht, oder sie ist nicht für dich freigegeben.
      </EmptyState>
      {/* Announced only once, because an announcement every second would drown out everything else. */}
      <Typography component="output" sx={visuallyHidden}>
        {isStaying ? 'Du bleibst auf dieser Seite.' : `In ${countdownSeconds} Sekunden geht es weiter zur Startseite.`}
      </Typography>
    </>
  );
}
