import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { getSessions } from '../../sessions/contract.ts';
import { germanMoment } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { ask } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { refreshSession } from '../../web/signIn.ts';
import { toast } from '../../web/toast.ts';
import { Notice } from '../../web/ui/Notice.tsx';
import { getSecondFactor, renewRecoveryCodes, switchOffSecondFactor, type SecondFactor } from '../contract.ts';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryOrApp } from './RecoveryOrApp.tsx';
import { SetUp } from './SetUp.tsx';

/** Fewer than this, and it is time for new ones. */
const fewCodes = 3;

interface Props {
  state: SecondFactor;
  /** It comes in the place of what had the focus: its first button takes it. */
  takesFocus: boolean;
  /** New codes for recovery have come. */
  onCodes: (codes: string[]) => void;
}

/** Where the second factor stands and what can be done next; the form for it takes the place of the buttons. */
export function Choice({ state: { available, since, recoveryCodesLeft }, takesFocus, onCodes }: Props) {
  const [doing, setDoing] = useState<'setUp' | 'renew' | 'off' | null>(null);
  const [code, setCode] = useState('');
  const buttons = useRef<HTMLDivElement>(null);
  const left = useRef(takesFocus);
  // The form or the codes are gone; the buttons are back and take the focus.
  useEffect(() => {
    if (doing || !left.current) return;
    left.current = false;
    buttons.current?.querySelector('button')?.focus();
  }, [doing]);
  const leave = () => {
    left.current = true;
    setCode('');
    setDoing(null);
  };
  const switchOff = async (password: string) => {
    await ask(switchOffSecondFactor, { password, code });
    toast.success('Die Anmeldung in zwei Schritten ist abgeschaltet.');
    // Where the provider requires one, the next one is set up right away.
    await Promise.all([renew(getSecondFactor, getSessions), refreshSession()]);
    leave();
  };

  if (!since && !available)
    return (
      <Typography sx={{ mt: 4, color: 'text.secondary' }}>In diesem Portal ist sie noch nicht eingerichtet.</Typography>
    );
  if (doing === 'setUp') return <SetUp onDone={onCodes} onCancel={leave} />;
  if (doing)
    return (
      <ProofForm
        key={doing}
        password
        {...(doing === 'renew'
          ? { submit: 'Neue Codes erstellen', busyText: 'Einen Moment...' }
          : { submit: 'Abschalten', busyText: 'Wird abgeschaltet...' })}
        onProven={async (password) => {
          if (doing === 'off') await switchOff(password);
          else onCodes((await ask(renewRecoveryCodes, { password, code })).data.recoveryCodes);
        }}
        onCancel={leave}
      >
        <RecoveryOrApp code={code} onCode={setCode} />
      </ProofForm>
    );
  return (
    <>
      {since && (
        <Typography sx={{ mt: 3 }}>
          Eingeschaltet: {germanMoment(new Date(since))}. Noch{' '}
          {count(recoveryCodesLeft, 'Wiederherstellungscode', 'Wiederherstellungscodes')}.
        </Typography>
      )}
      {since && recoveryCodesLeft < fewCodes && (
        <Box sx={{ mt: 3 }}>
          <Notice kind="warning">Bitte erstelle bald neue Wiederherstellungscodes.</Notice>
        </Box>
      )}
      <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4 }}>
        {since ? (
          <>
            <Button variant="outlined" onClick={() => setDoing('renew')}>
              Neue Wiederherstellungscodes
            </Button>
            <Button variant="outlined" color="error" onClick={() => setDoing('off')}>
              Abschalten
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={() => setDoing('setUp')}>
            Einrichten
          </Button>
        )}
      </Box>
    </>
  );
}
