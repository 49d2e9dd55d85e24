import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';
import { toast } from '../../../web/toasts/toast.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';

/** The secret URL of a subscription with buttons to copy and open it, and instructions for calendar programs. */
export function FeedAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  // The field has just replaced the button that had the focus, so it gets the focus.
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Die Adresse wurde kopiert!', 'copy');
    } catch {
      // Browsers refuse to copy without a secure connection. The address is already selected, so the user can copy it.
      const howToCopy = matchMedia('(pointer: coarse)').matches
        ? 'Tippe sie lange an und wähle „Kopieren“.'
        : 'Kopiere sie mit Strg + C.';
      toast.info(`Die Adresse ist markiert. ${howToCopy}`, 'copy');
    }
  };
  // Rejects if the user closes the system's sheet, which needs no answer.
  const share = () => void navigator.share({ url: address }).catch(() => {});
  return (
    <Box sx={{ mt: 4 }}>
      <Notice kind="warning" title="Diese Adresse wird nur jetzt gezeigt">
        Wer sie kennt, kann die Termine lesen. Bitte nicht weitergeben.
      </Notice>
      <TextField
        fullWidth
        label="Adresse des Kalenders"
        value={address}
        inputRef={field}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
        <Button variant="contained" onClick={() => void copy()}>
          Adresse kopieren
        </Button>
        <Button variant="outlined" href={address.replace(/^https?:/, 'webcal:')}>
          Im Kalender öffnen
        </Button>
        {'share' in navigator && (
          <Button variant="outlined" onClick={share}>
            An mich senden
          </Button>
        )}
      </Box>
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
