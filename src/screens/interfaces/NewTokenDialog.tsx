import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { createToken, getTokens } from '../../features/tokens/contract.ts';
import { maxTokenDays, scopes, type Scope } from '../../features/tokens/rules.ts';
import { addDays } from '../../shared/berlin.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { scopeTexts } from './scopes.ts';

interface Props {
  /** Today in Berlin, `yyyy-mm-dd`. */
  today: string;
  /**
   * Called when the dialog has disappeared after its transition, with the new token, which is shown only once, and its
   * name; null if none was created.
   */
  onClosed: (created: CreatedToken | null) => void;
}

/** A token that was just created. */
export interface CreatedToken {
  name: string;
  token: string;
}

/** Creates a token. If the admin has signed in a while ago, the dialog also asks for the password. */
export default function NewTokenDialog({ today, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [expiresOn, setExpiresOn] = useState(() => addDays(today, maxTokenDays - 1));
  // Null until the server asks for the password.
  const [password, setPassword] = useState<string | null>(null);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const refusal = failure instanceof CallError ? failure : null;
  const errorAt = (path: string) => refusal?.errors.find((error) => error.path === path)?.message;
  const isAtField = refusal?.code === 'wrongPassword' || (refusal?.errors.length ?? 0) > 0;

  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const input = { name, scopes: [...chosen], expiresOn, ...(password !== null && { password }) };
      const { data } = await callApi(createToken, input);
      setCreated({ name: name.trim(), token: data.token });
      setOpen(false);
      await invalidate(getTokens);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      if (error instanceof CallError && error.code === 'passwordNeeded') setPassword('');
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title="Neuer Zugangsschlüssel"
      open={open}
      busy={busy}
      isChanged={name !== '' || chosen.length > 0}
      onSubmit={save}
      onClose={() => setOpen(false)}
      onClosed={() => onClosed(created)}
      submitLabel="Anlegen"
      busyText="Wird angelegt..."
      disabledReason={reasonAgainst({ name, chosen, expiresOn, password })}
    >
      <Box sx={{ display: 'grid', gap: 5, pt: 2 }}>
        {failure !== null && !isAtField && <ErrorNotice error={failure} />}
        <TextField
          fullWidth
          required
          autoFocus
          label="Name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={Boolean(errorAt('name'))}
          helperText={errorAt('name') ?? 'Welches Programm ist es? So heißt es auch im Protokoll.'}
          slotProps={{ htmlInput: { maxLength: maxLengths.name } }}
        />
        <FormControl component="fieldset">
          <FormLabel component="legend">Was darf das Programm?</FormLabel>
          {scopes.map((scope) => (
            <FormControlLabel
              key={scope}
              sx={{ alignItems: 'start', mt: 2 }}
              control={
                <Checkbox
                  checked={chosen.includes(scope)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
                  }
                />
              }
              label={
                <>
                  {scopeTexts[scope].name}
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {scopeTexts[scope].explanation}
                  </Typography>
                </>
              }
            />
          ))}
        </FormControl>
        <DateField
          required
          label="Gültig bis"
          value={expiresOn}
          onChange={setExpiresOn}
          min={addDays(today, 1)}
          max={addDays(today, maxTokenDays)}
          error={errorAt('expiresOn')}
          helperText="Der letzte Tag, höchstens ein Jahr. Danach braucht das Programm einen neuen Schlüssel."
        />
        {password !== null && (
          <>
            <Typography>Deine Anmeldung ist schon eine Weile her. Gib bitte noch einmal dein Passwort ein.</Typography>
            <PasswordField
              label="Passwort"
              autoComplete="current-password"
              autoFocus
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              error={refusal?.code === 'wrongPassword'}
              helperText={refusal?.code === 'wrongPassword' ? refusal.message : ''}
              slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
            />
          </>
        )}
      </Box>
    </FormDialog>
  );
}

interface Form {
  name: string;
  chosen: readonly Scope[];
  expiresOn: string;
  password: string | null;
}

/** Why the form cannot be sent yet; null if it can. */
function reasonAgainst({ name, chosen, expiresOn, password }: Form): string | null {
  if (!name.trim()) return 'Bitte gib dem Zugangsschlüssel einen Namen.';
  if (chosen.length === 0) return 'Bitte wähle aus, was das Programm darf.';
  if (!expiresOn) return 'Bitte gib ein Datum ein.';
  return password === '' ? 'Bitte gib dein Passwort ein.' : null;
}
