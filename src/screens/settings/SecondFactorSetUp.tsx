import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { callApi } from '../../web/calls/api.ts';
import { prepareSecondFactor, switchOnSecondFactor } from '../../features/second-factor/contract.ts';
import { groupCharacters } from '../../features/second-factor/rules.ts';
import { CodeField } from '../../features/second-factor/ui/CodeField.tsx';
import { ProofForm } from './ProofForm.tsx';
import { QrCode } from './QrCode.tsx';

interface Props {
  /** Called with the recovery codes when the second factor is on. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/**
 * Switches the second factor on: asks for the password, shows the secret for the app, then asks for a code, which
 * proves that the app has the secret.
 */
export function SecondFactorSetUp({ onDone, onCancel }: Props) {
  const [appSecret, setAppSecret] = useState<{ secret: string; address: string } | null>(null);
  const [code, setCode] = useState('');
  if (!appSecret)
    return (
      <ProofForm
        asksForPassword
        submitLabel="Weiter"
        busyText="Einen Moment..."
        onSubmit={async (password) => setAppSecret((await callApi(prepareSecondFactor, { password })).data)}
        onCancel={onCancel}
      />
    );
  return (
    <Box sx={{ mt: 4 }}>
      <AppConnection secret={appSecret.secret} otpauthUri={appSecret.address} />
      <ProofForm
        submitLabel="Einschalten"
        busyText="Wird eingeschaltet..."
        onSubmit={async () => onDone((await callApi(switchOnSecondFactor, { code })).data.recoveryCodes)}
        onCancel={onCancel}
      >
        <CodeField code={code} onCode={setCode} autoFocus />
      </ProofForm>
    </Box>
  );
}

function AppConnection({ secret, otpauthUri }: { secret: string; otpauthUri: string }) {
  return (
    <>
      <Typography component="h3" sx={{ fontWeight: 700, mb: 2 }}>
        App verbinden
      </Typography>
      <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
        Öffne auf deinem Handy eine Authenticator-App, zum Beispiel Aegis, 2FAS, Google Authenticator oder Microsoft
        Authenticator. Scanne damit das Bild und gib den Code ein, den die App zeigt.
      </Typography>
      <QrCode text={otpauthUri} label="QR-Code für die Authenticator-App" />
      <Typography sx={{ mt: 4, maxWidth: '60ch' }}>
        Scannen geht nicht? Gib in der App diesen Schlüssel ein:{' '}
        <Box component="code" sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere', fontWeight: 700 }}>
          {groupCharacters(secret)}
        </Box>
      </Typography>
    </>
  );
}
