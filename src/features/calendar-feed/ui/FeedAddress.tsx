import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CopyField } from '../../../web/ui/fields/CopyField.tsx';
import { Notice } from '../../../web/ui/notices/Notice.tsx';

/** The secret URL of a subscription with buttons to copy and open it, and instructions for calendar programs. */
export function FeedAddress({ address }: { address: string }) {
  // Rejects if the user closes the system's sheet, which needs no answer.
  const share = () => void navigator.share({ url: address }).catch(() => {});
  return (
    <Box sx={{ mt: 4 }}>
      <Notice kind="warning" title="Diese Adresse wird nur jetzt gezeigt">
        Wer sie kennt, kann die Termine lesen. Bitte nicht weitergeben.
      </Notice>
      <CopyField
        label="Adresse des Kalenders"
        value={address}
        copyLabel="Adresse kopieren"
        subject="Die Adresse"
        pronoun="sie"
      >
        <Button variant="outlined" href={address.replace(/^https?:/, 'webcal:')}>
          Im Kalender öffnen
        </Button>
        {'share' in navigator && (
          <Button variant="outlined" onClick={share}>
            An mich senden
          </Button>
        )}
      </CopyField>
      <HowTo />
    </Box>
  );
}

/** Instructions for the calendars that most people use. */
function HowTo() {
  return (
    <Box component="dl" sx={{ m: 0, mt: 5, display: 'grid', gap: 3, maxWidth: '66ch' }}>
      <Step name="iPhone, iPad, Mac">
        „Im Kalender öffnen“ antippen und „Abonnieren“ wählen. Klappt das nicht: In den Einstellungen unter Kalender,
        Accounts, Account hinzufügen, Andere auf „Kalenderabo hinzufügen“ tippen und die Adresse einfügen.
      </Step>
      <Step name="Android">
        Die Kalender-App von Google nimmt Adressen nur am Computer an. Schick dir die Adresse selbst zu und folge dort
        den Schritten für Google Kalender. Danach erscheinen die Termine auch auf dem Handy.
      </Step>
      <Step name="Outlook">
        Im Kalender auf „Kalender hinzufügen“ klicken, dann auf „Aus dem Internet abonnieren“. Die Adresse einfügen und
        auf „Importieren“ klicken.
      </Step>
      <Step name="Google Kalender">
        Am Computer{' '}
        <Link href="https://calendar.google.com/calendar/r/settings/addbyurl" target="_blank" rel="noopener noreferrer">
          Google Kalender öffnen
        </Link>
        , neben „Weitere Kalender“ auf das Plus klicken und „Per URL“ wählen. Die Adresse einfügen und auf „Kalender
        hinzufügen“ klicken. Google sieht nur etwa einmal am Tag nach, ob sich etwas geändert hat.
      </Step>
    </Box>
  );
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" sx={{ fontWeight: 700 }}>
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </div>
  );
}
