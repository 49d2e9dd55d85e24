import Box from '@mui/material/Box';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { maxLengths } from '../../shared/lengths.ts';
import { homeOf } from '../../shared/roles.ts';
import { callApi, CallError, errorMessageOf } from '../../web/calls/api.ts';
import { setSignedIn, useSession } from '../../web/session.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';
import { waitForPressEnd } from '../../web/mousePress.ts';
import { setNewPassword } from '../../features/accounts/passwords/contract.ts';
import { newPasswordProblem, repeatedPasswordProblem } from '../../shared/password.ts';

const passwordRule =
  'Mindestens 8 Zeichen, mit Großbuchstabe, Kleinbuchstabe, Zahl und Sonderzeichen. ' +
  'Nicht nur dein Name oder „Coaching“, und keins, das viele verwenden.';

/** The page where users enter a new password twice (reference 3.10). Saving the password opens the user's home page. */
export default function ChangePasswordPage() {
  const { user } = useSession();
  // A user who has just registered has no password yet, so they choose one instead of changing it.
  const actionLabel = user?.firstPassword ? 'Passwort wählen' : 'Passwort ändern';
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeatedPassword, setRepeatedPassword] = useState('');
  const [touched, setTouched] = useState({ password: false, repeatedPassword: false });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  /** The last password that the server refused, and its reason. */
  const [refusal, setRefusal] = useState({ password: '', message: '' });

  const ruleViolation = newPasswordProblem(password);
  const passwordProblem = ruleViolation ?? (password === refusal.password ? refusal.message : null);
  const repetitionMismatch = repeatedPasswordProblem(password, repeatedPassword);

  const markTouched = (field: keyof typeof touched) =>
    void waitForPressEnd().then(() => setTouched((before) => ({ ...before, [field]: true })));

  const save = async () => {
    setBusy(true);
    setFailure('');
    try {
      const { data } = await callApi(setNewPassword, { newPassword: password });
      setSignedIn(data);
      toast.success('Das Passwort wurde erfolgreich geändert!', 'password');
      // Without `replace`, 'back' would lead to the empty form.
      await navigate(homeOf(data.role.value), { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof CallError && error.code === 'sessionInvalid') return;
      toast.error('Das Passwort konnte nicht geändert werden!', 'password');
      if (error instanceof CallError && error.code in setNewPassword.refusals)
        setRefusal({ password, message: error.message });
      else setFailure(errorMessageOf(error));
    }
  };

  return (
    <Box sx={{ maxWidth: 560 }}>
      <PageHeader title={actionLabel}>
        {user?.resetPassword ? 'Bitte wähle jetzt dein eigenes Passwort. Danach geht es weiter.' : null}
      </PageHeader>
      <Box
        component="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!passwordProblem && !repetitionMismatch && !busy) void save();
        }}
        sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}
      >
        {failure && (
          <Notice kind="error" announced>
            {failure}
          </Notice>
        )}
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <PasswordField
          label="Neues Passwort"
          name="newPassword"
          autoComplete="new-password"
          required
          value={password}
          error={touched.password && Boolean(passwordProblem)}
          helperText={touched.password && passwordProblem ? passwordProblem : passwordRule}
          onChange={(event) => setPassword(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
          onBlur={() => markTouched('password')}
        />
        <PasswordField
          label="Neues Passwort wiederholen"
          name="repeatPassword"
          autoComplete="new-password"
          required
          value={repeatedPassword}
          error={touched.repeatedPassword && Boolean(repetitionMismatch)}
          helperText={touched.repeatedPassword ? repetitionMismatch : null}
          onChange={(event) => setRepeatedPassword(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
          onBlur={() => markTouched('repeatedPassword')}
        />
        <div>
          <BusyButton
            type="submit"
            size="large"
            busy={busy}
            busyText="Wird gespeichert..."
            disabledReason={disabledReasonOf({ ruleViolation, passwordProblem, repetitionMismatch })}
          >
            {actionLabel}
          </BusyButton>
        </div>
      </Box>
    </Box>
  );
}

/**
 * Returns why the form cannot be sent yet: the password breaks a rule, the server has refused it, or the repeated
 * password differs. Returns null if the form can be sent.
 */
function disabledReasonOf({
  ruleViolation,
  passwordProblem,
  repetitionMismatch,
}: Record<'ruleViolation' | 'passwordProblem' | 'repetitionMismatch', string | null>) {
  if (ruleViolation) return 'Das neue Passwort erfüllt die Regeln noch nicht.';
  return passwordProblem ? 'Bitte wähle ein anderes Passwort.' : repetitionMismatch;
}
