import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getSessions } from '../../sessions/contract.ts';
import { homeOf } from '../../shared/roles.ts';
import { renew, useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { refreshSession } from '../../web/signIn.ts';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Section } from '../../web/ui/Section.tsx';
import { getSecondFactor } from '../contract.ts';
import { Choice } from './Choice.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** 'Anmeldung in zwei Schritten': set up, codes for recovery, switched off. */
export default function SecondFactorSection() {
  const state = useAsk(getSecondFactor, {});
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [seen, setSeen] = useState(false);
  const { user } = useSession();
  const navigate = useNavigate();
  // What the session was signed in with: it stays so until the codes are put away.
  const required = user?.mustSetUpSecondFactor ?? false;

  const show = async (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    await renew(getSecondFactor, getSessions);
  };
  const putAway = async () => {
    setCodes(null);
    setSeen(true);
    if (!required || !user) return;
    await refreshSession();
    await navigate(homeOf(user.role.value));
  };

  return (
    <Section title="Anmeldung in zwei Schritten">
      <Typography sx={{ maxWidth: '60ch' }}>
        Nach dem Passwort fragen wir nach einem Code aus einer App auf deinem Handy. Wer nur dein Passwort kennt, kommt
        dann nicht hinein.
      </Typography>
      {state.isError && <ErrorNotice error={state.error} retry={() => void state.refetch()} />}
      {state.isPending && <Loading blocks={1} height={44} />}
      {codes ? (
        <RecoveryCodes codes={codes} done={required ? 'Weiter' : 'Fertig'} onDone={() => void putAway()} />
      ) : (
        state.data && <Choice state={state.data.data} takesFocus={seen} onCodes={(made) => void show(made)} />
      )}
    </Section>
  );
}
