import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { CallError, isSessionEndedError } from '../../../../web/calls/api.ts';
import { lazyComponent } from '../../../../web/lazyComponent.ts';
import { BusyButton } from '../../../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../../../web/ui/notices/Notice.tsx';
import { LoadingNotice } from '../../../../web/ui/notices/LoadingNotice.tsx';
import { Section } from '../../../../web/ui/layout/Section.tsx';
import { exportFailureMessage, fetchExport } from './fetchExport.ts';

const PasswordDialog = lazyComponent('ExportPasswordDialog', () => import('./PasswordDialog.tsx'));

/** 'Meine Daten herunterladen': downloads the archive. Asks for the password if the person signed in too long ago. */
export function ExportSection() {
  const [busy, setBusy] = useState(false);
  const [isPasswordNeeded, setIsPasswordNeeded] = useState(false);
  const [failure, setFailure] = useState('');
  const startExport = async () => {
    setBusy(true);
    setFailure('');
    try {
      await fetchExport();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      if (error instanceof CallError && error.code === 'passwordNeeded') setIsPasswordNeeded(true);
      else setFailure(exportFailureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section id="herunterladen" title="Meine Daten herunterladen">
      <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
        Du bekommst eine Datei (zip) mit allem, was das Portal über dich gespeichert hat: eine Seite zum Lesen,
        dieselben Angaben für Programme und alle Unterlagen.
      </Typography>
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      <BusyButton variant="outlined" busy={busy} busyText="Wird zusammengestellt..." onClick={() => void startExport()}>
        Daten herunterladen
      </BusyButton>
      {isPasswordNeeded && (
        <Suspense fallback={<LoadingNotice />}>
          <PasswordDialog onClosed={() => setIsPasswordNeeded(false)} />
        </Suspense>
      )}
    </Section>
  );
}
