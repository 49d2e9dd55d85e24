import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { getSessions } from '../../features/sessions/contract.ts';
import { germanMoment } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
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
import { AppOrRecoveryCodeField } from '../../features/second-factor/ui/AppOrRecoveryCodeField.tsx';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';

/** If fewer recovery codes are left, the person is asked to create new ones. */
const minRecoveryCodes = 3;

interface Props {
  secondFactor: SecondFactor;
  /** Whether the first button takes the focus, which the recovery codes had before they disappeared. */
  takesFocus: boolean;
  /** Called with new recovery codes. */
  onCodesCreated: (codes: string[]) => void;
}

/** Shows whether the second factor is on, with buttons to change this. During a change, only its form is shown. */
export function SecondFactorChoice({ secondFactor, takesFocus, onCodesCreated }: Props) {
  const { available: canBeSetUp, since: enabledSince, recoveryCodesLeft } = secondFactor;
  const [task, setTask] = useState<'setUp' | 'renew' | 'off' | null>(null);
  const [code, setCode] = useState('');
  const buttons = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(takesFocus);
  // When the buttons reappear, the first one takes the focus, because the element that had it is gone.
  useEffect(() => {
    if (task || !shouldFocus.current) return;
    shouldFocus.current = false;
    buttons.current?.querySelector('button')?.focus();
  }, [task]);
  const closeForm = () => {
    shouldFocus.current = true;
    setCode('');
    setTask(null);
  };
  const switchOff = async (password: string) => {
    await callApi(switchOffSecondFactor, { password, code });
    toast.success('Die Anmeldung in zwei Schritten ist abgeschaltet.');
    // If the provider requires a second factor, the refreshed session requires setting up a new one.
    await Promise.all([invalidate(getSecondFactor, getSessions), refreshSession()]);
    closeForm();
  };

  if (!enabledSince && !canBeSetUp)
    return (
      <Typography sx={{ mt: 4, color: 'text.secondary' }}>In diesem Portal ist sie noch nicht eingerichtet.</Typography>
    );
  if (task === 'setUp') return <SecondFactorSetUp onDone={onCodesCreated} onCancel={closeForm} />;
  if (task)
    return (
      <ProofForm
        key={task}
        asksForPassword
        {...(task === 'renew'
          ? { submitLabel: 'Neue Codes erstellen', busyText: 'Einen Moment...' }
          : { submitLabel: 'Abschalten', busyText: 'Wird abgeschaltet...' })}
        onSubmit={async (password) => {
          if (task === 'off') await switchOff(password);
          else onCodesCreated((await callApi(renewRecoveryCodes, { password, code })).data.recoveryCodes);
        }}
        onCancel={closeForm}
      >
        <AppOrRecoveryCodeField code={code} onCode={setCode} />
      </ProofForm>
    );
  return (
    <>
      {enabledSince && (
        <Typography sx={{ mt: 3 }}>
          Eingeschaltet: {germanMoment(new Date(enabledSince))}. Noch{' '}
          {formatCount(recoveryCodesLeft, 'Wiederherstellungscode', 'Wiederherstellungscodes')}.
        </Typography>
      )}
      {enabledSince && recoveryCodesLeft < minRecoveryCodes && (
        <Box sx={{ mt: 3 }}>
          <Notice kind="warning">Bitte erstelle bald neue Wiederherstellungscodes.</Notice>
        </Box>
      )}
      <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4 }}>
        {enabledSince ? (
          <>
            <Button variant="outlined" onClick={() => setTask('renew')}>
              Neue Wiederherstellungscodes
            </Button>
            <Button variant="outlined" color="error" onClick={() => setTask('off')}>
              Abschalten
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={() => setTask('setUp')}>
            Einrichten
          </Button>
        )}
      </Box>
    </>
  );
}
