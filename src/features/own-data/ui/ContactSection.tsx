import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { phoneDigits, phoneProblem } from '../../accounts/rules.ts';
import { PhoneField } from '../../accounts/ui/PhoneField.tsx';
import { CallError, callApi, isSessionEndedError } from '../../../web/calls/api.ts';
import { setSignedIn, useSession } from '../../../web/session.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Section } from '../../../web/ui/layout/Section.tsx';
import { changeContact } from '../contract.ts';

/** 'Meine Telefonnummer': the only part of the profile that participants change themselves (reference 13.1). */
export function ContactSection() {
  const { user } = useSession();
  const storedNumber = user?.phoneNumber ?? '';
  const [value, setValue] = useState(storedNumber);
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [serverError, setServerError] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const input = useRef<HTMLInputElement>(null);
  const digits = phoneDigits(value);
  const problem = phoneProblem(digits);

  const save = async () => {
    setTouched(true);
    setFailure(null);
    if (problem) return input.current?.focus();
    setBusy(true);
    try {
      await callApi(changeContact, { phoneNumber: digits });
      if (user) setSignedIn({ ...user, phoneNumber: digits });
      toast.success('Deine Telefonnummer ist gespeichert.', 'contact');
    } catch (error) {
      if (isSessionEndedError(error)) return;
      const fieldError = error instanceof CallError && error.errors[0];
      if (fieldError) setServerError(fieldError.message);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Section id="telefonnummer" title="Meine Telefonnummer">
      <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
        Unter dieser Nummer erreicht dich dein Coach. Nach einer Änderung bekommst du eine E-Mail.
      </Typography>
      {failure !== null && <ErrorNotice error={failure} />}
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        sx={{ display: 'grid', gap: 4, maxWidth: 420, justifyItems: 'start' }}
      >
        <PhoneField
          ref={input}
          value={value}
          onChange={(newValue) => {
            setValue(newValue);
            setServerError('');
          }}
          onBlur={() => setTouched(true)}
          error={(touched && problem) || serverError || undefined}
          autoComplete="tel-national"
        />
        <div>
          <BusyButton
            type="submit"
            busy={busy}
            busyText="Wird gespeichert..."
            disabledReason={digits === storedNumber ? 'Das ist deine jetzige Nummer.' : null}
          >
            Nummer speichern
          </BusyButton>
        </div>
      </Box>
    </Section>
  );
}
