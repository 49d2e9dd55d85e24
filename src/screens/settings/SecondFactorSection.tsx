import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getSessions } from '../../features/sessions/contract.ts';
import { homeOf } from '../../shared/roles.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { refreshSession } from '../../features/accounts/ui/signIn.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { getSecondFactor } from '../../features/second-factor/contract.ts';
import { SecondFactorChoice } from './SecondFactorChoice.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SingleSignOnSection } from './SingleSignOnSection.tsx';

/**
 * The section 'Anmeldung in zwei Schritten': set up the second factor, renew its recovery codes, or switch it off. Where
 * the portal has single sign-on, a section about it follows.
 */
export default function SecondFactorSection() {
  const secondFactor = useApiQuery(getSecondFactor, {});
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [hasSeenCodes, setHasSeenCodes] = useState(false);
  const accountLabel = useProviderConfig()?.sso?.label;
  const { user } = useSession();
  const navigate = useNavigate();
  // The session is refreshed only after the user has confirmed the new codes. Until then this stays true.
  const isRequired = user?.mustSetUpSecondFactor ?? false;

  const showCodes = async (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    await invalidate(getSecondFactor, getSessions);
  };
  const finish = async () => {
    setCodes(null);
    setHasSeenCodes(true);
    if (!isRequired || !user) return;
    await refreshSession();
    await navigate(homeOf(user.role.value));
  };

  return (
    <>
      <Section id="zwei-schritte" title="Anmeldung in zwei Schritten">
        <Typography sx={{ maxWidth: '60ch' }}>
          Nach dem Passwort fragen wir nach einem Code aus einer App auf deinem Handy. Wer nur dein Passwort kennt,
          kommt dann nicht hinein.
        </Typography>
        {secondFactor.isError && <ErrorNotice error={secondFactor.error} retry={() => void secondFactor.refetch()} />}
        {secondFactor.isPending && <Loading blocks={1} height={44} />}
        {codes ? (
          <RecoveryCodes codes={codes} doneLabel={isRequired ? 'Weiter' : 'Fertig'} onDone={() => void finish()} />
        ) : (
          secondFactor.data && (
            <SecondFactorChoice
              secondFactor={secondFactor.data.data}
              takesFocus={hasSeenCodes}
              onCodesCreated={(newCodes) => void showCodes(newCodes)}
            />
          )
        )}
      </Section>
      {accountLabel !== undefined && !isRequired && secondFactor.data && (
        <SingleSignOnSection label={accountLabel} since={secondFactor.data.data.singleSignOnSince} />
      )}
    </>
  );
}
