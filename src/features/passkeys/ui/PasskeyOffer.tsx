import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useBackCloses } from '../../../web/address/useBackCloses.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { usePasskeyCreation } from './usePasskeyCreation.ts';

/** Offers a passkey to a person who has just signed in with the password. */
export default function PasskeyOffer({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  useBackCloses(open, () => setOpen(false));
  const { busy, failure, create } = usePasskeyCreation();
  const accept = async () => {
    if (await create()) setOpen(false);
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="xs"
      aria-labelledby="passkey-offer-title"
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id="passkey-offer-title">Schneller anmelden</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        {failure && (
          <Notice kind="info" announced>
            {failure}
          </Notice>
        )}
        <Typography>
          Melde dich hier beim nächsten Mal mit Fingerabdruck, Gesicht oder der PIN deines Geräts an, ganz ohne
          Passwort. Dein Passwort gilt weiter.
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          Nur auf deinem eigenen Gerät: Wer es entsperren kann, kommt auch in dein Konto. Du findest das jederzeit unter
          „Einstellungen“.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setOpen(false)}>Nicht jetzt</Button>
        <BusyButton busy={busy} busyText="Einen Moment..." onClick={() => void accept()}>
          Passkey anlegen
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}
