import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { createToken, getTokens } from '../../features/tokens/contract.ts';
import { maxTokenDays, scopes, type Scope } from '../../features/tokens/rules.ts';
import { addDays } from '../../shared/berlin.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi, CallError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { scopeTexts } from './scopes.ts';
import { useFocusOnError } from './useFocusOnError.ts';

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
  tokenId: number;
  name: string;
  token: string;
}

const scopeItems = scopes.map((scope) => ({
  item: scope,
  label: (
    <>
      {scopeTexts[scope].name}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {scopeTexts[scope].explanation}
      </Typography>
    </>
  ),
}));

/** Creates a token. If the admin has signed in a while ago, the dialog also asks for the password. */
export default function NewTokenDialog({ today, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [expiresOn, setExpiresOn] = useState(() => addDays(today, maxTokenDays - 1));
  // Null until the server asks for the password.
  const [password, setPassword] = useState<string | null>(null);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { busy, failure, submit } = useSubmit(async () => {
    try {
      const input = { name, scopes: [...chosen], expiresOn, ...(password !== null && { password }) };
      const { data } = await callApi(createToken, input);
      setCreated({ name: name.trim(), ...data });
    } catch (error) {
      // The first time this is no error, but a question.
      if (!(error instanceof CallError && error.code === 'passwordNeeded' && password === null)) throw error;
      return setPassword('');
    }
    setOpen(false);
    await invalidate(getTokens);
  });
  const fields = useFocusOnError(failure);
  const refusal = failure instanceof CallError ? failure : null;
  const errorAt = (path: string) => refusal?.errors.find((error) => error.path === path)?.message;
  const passwordError = refusal && isAboutPassword(refusal) ? refusal.message : undefined;
  return (
    <FormDialog
      title={'Neuer Zugangs\u00ADschlüssel'}
      open={open}
      busy={busy}
      isChanged={name !== '' || chosen.length > 0}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={() => onClosed(created)}
      submitLabel="Anlegen"
      busyText="Wird angelegt..."
    >
      <Box ref={fields} sx={{ display: 'grid', gap: 5, pt: 2 }}>
        {failure !== null && !passwordError && !refusal?.errors.length && <ErrorNotice error={failure} />}
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
        <CheckboxGroup
          legend="Was darf das Programm?"
          items={scopeItems}
          chosen={chosen}
          onChange={(items, isChosen) =>
            setChosen(scopes.filter((scope) => (items.includes(scope) ? isChosen : chosen.includes(scope))))
          }
          error={errorAt('scopes')}
        />
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
              error={passwordError !== undefined}
              helperText={passwordError ?? ''}
              slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
            />
          </>
        )}
      </Box>
    </FormDialog>
  );
}

const isAboutPassword = ({ code }: CallError) => code === 'wrongPassword' || code === 'passwordNeeded';
