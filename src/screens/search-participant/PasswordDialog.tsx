import CopyIcon from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { callApi } from '../../web/calls/api.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { setDefaultPassword, type ParticipantHit } from '../../features/participants/contract.ts';

interface Props {
  participant: ParticipantHit;
  /** Called when the password has been set. */
  onPasswordSet: () => void;
  /** Called when the dialog has disappeared; the password cannot be shown again. */
  onClosed: () => void;
}

/** Sets the default password, and shows it only until the dialog is closed (reference 8.6). */
export default function PasswordDialog({ participant, onPasswordSet, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [password, setPassword] = useState('');
  const id = useId();

  const setPasswordBack = async () => {
    const { data } = await callApi(setDefaultPassword, { userId: participant.participantId });
    setPassword(data.defaultPassword);
    toast.success(`Passwort wurde auf ${data.defaultPassword} gesetzt`, 'default password');
    onPasswordSet();
  };
  const { busy, failure, submit } = useSubmit(setPasswordBack, () =>
    toast.error('Fehler beim setzen des Standardpassworts.', 'default password'),
  );
  const close = () => {
    if (!busy) setOpen(false);
  };
  useBackCloses(open, close);
  return (
    <Dialog
      open={open}
      onClose={(_, reason) => {
        // A click outside the dialog must not remove the password.
        if (reason === 'escapeKeyDown' || !password) close();
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        Standardpasswort für {participant.fullName}
      </DialogTitle>
      <DialogContent>
        {failure !== null && <ErrorNotice error={failure} message="Fehler beim setzen des Standardpassworts." />}
        {password ? (
          <Box role="status">
            <Typography>
              Gib das neue Passwort jetzt weiter: Später lässt es sich nicht mehr ansehen. Es gilt drei Tage; nach der
              Anmeldung wählt die Person ein eigenes.
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mt: 4 }}>
              <Typography component="code" sx={passwordBox}>
                {password}
              </Typography>
              <CopyButton text={password} />
            </Box>
          </Box>
        ) : (
          <Typography>
            Hier steht dann ein zufälliges Passwort, das du weitergeben kannst. Das bisherige gilt nicht mehr, und alle
            Anmeldungen dieser Person enden. Bei der nächsten Anmeldung wählt sie ein eigenes Passwort.
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={busy}>
          {password ? 'Schließen' : 'Abbrechen'}
        </Button>
        {!password && (
          <BusyButton busy={busy} busyText="Wird gesetzt..." onClick={() => void submit()}>
            Passwort setzen
          </BusyButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The button 'Kopieren', and a message that says whether the text was copied. The text can also be selected. */
function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Kopiert');
    } catch {
      setOutcome('Das Kopieren ist hier nicht möglich.');
    }
  };
  return (
    <>
      <Button variant="outlined" autoFocus startIcon={<CopyIcon />} onClick={() => void copy()}>
        Kopieren
      </Button>
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        {outcome}
      </Typography>
    </>
  );
}

const passwordBox = {
  fontFamily: 'monospace',
  fontSize: '1.25rem',
  px: 3,
  py: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  userSelect: 'all',
  overflowWrap: 'anywhere',
} as const;
