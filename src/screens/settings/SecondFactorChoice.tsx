import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { getSessions } from '../../features/sessions/contract.ts';
import { germanMoment } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { callApi } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { refreshSession } from '../../features/accounts/ui/signIn.ts';
import { toast } from '../../web/toasts/toast.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import {
  getSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
  type SecondFactor,
} from '../../features/second-factor/contract.ts';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryOrApp } from '../../features/second-factor/ui/RecoveryOrApp.tsx';
import { SetUp } from './SecondFactorSetUp.tsx';

/** With fewer codes than this, the person is asked to create new ones. */
const fewCodes = 3;

interface Props {
  state: SecondFactor;
  /** Moves the focus to the first button, after the form or the codes have disappeared. */
  takesFocus: boolean;
  /** Called with new recovery codes. */
  onCodes: (codes: string[]) => void;
}

/** The state of the second factor, with buttons to change it; the form of a change replaces them. */
export function Choice({ state: { available, since, recoveryCodesLeft }, takesFocus, onCodes }: Props) {
  const [doing, setDoing] = useState<'setUp' | 'renew' | 'off' | null>(null);
  const [code, setCode] = useState('');
  const buttons = useRef<HTMLDivElement>(null);
  const left = useRef(takesFocus);
  // The buttons are back and take the focus of the form or the codes.
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
    await callApi(switchOffSecondFactor, { password, code });
    toast.success('Die Anmeldung in zwei Schritten ist abgeschaltet.');
    // If the provider requires a second factor, the refreshed session demands a new one.
    await Promise.all([invalidate(getSecondFactor, getSessions), refreshSession()]);
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
          else onCodes((await callApi(renewRecoveryCodes, { password, code })).data.recoveryCodes);
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
