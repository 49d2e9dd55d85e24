import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { CallError, callApi, RequestError, errorMessageOf } from '../../web/calls/api.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { CounterField } from '../../web/ui/fields/CounterField.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import { reportBarrier } from '../../features/provider/barrier/contract.ts';
import { findBarrierReportErrors } from '../../features/provider/barrier/rules.ts';

/** 'Eine Barriere melden' (reference 1.19): anyone can report a barrier to the team. */
export default function BarrierForm() {
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const [isEmailTouched, setIsEmailTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isSent, setIsSent] = useState(false);
  const confirmation = useRef<HTMLDivElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const fieldErrors = findBarrierReportErrors({ text: text.trim(), email: email.trim() });
  const send = async () => {
    setIsEmailTouched(true);
    setFailure('');
    if (fieldErrors['email']) return emailField.current?.focus();
    setBusy(true);
    try {
      await callApi(reportBarrier, { text, email });
      setText('');
      setIsSent(true);
      confirmation.current?.focus();
    } catch (error) {
      const isRateLimited = error instanceof RequestError && error.status === 429;
      setFailure(
        isRateLimited
          ? 'Von hier kamen gerade schon mehrere Meldungen. Bitte versuche es in einer Stunde noch einmal.'
          : error instanceof CallError
            ? error.message
            : errorMessageOf(error),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ mt: 10 }}>
      <Section title="Eine Barriere melden">
        <Typography sx={{ maxWidth: '60ch', mb: 4 }}>
          Etwas lässt sich nicht lesen oder bedienen? Schreib uns, auf welcher Seite und was passiert ist. Deine E-Mail
          brauchen wir nur, wenn du eine Antwort möchtest.
        </Typography>
        <Box ref={confirmation} tabIndex={-1} sx={{ outline: 'none' }} role="status">
          {isSent && <Notice kind="success">Danke! Deine Meldung ist beim Team.</Notice>}
        </Box>
        {failure && (
          <Notice kind="error" announced>
            {failure}
          </Notice>
        )}
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          sx={{ display: 'grid', gap: 4, maxWidth: 560 }}
        >
          <CounterField
            label="Was geht nicht?"
            value={text}
            onChange={(newText) => {
              setText(newText);
              setIsSent(false);
            }}
            max={maxLengths.reason}
          />
          <TextField
            inputRef={emailField}
            label="E-Mail (freiwillig)"
            type="email"
            autoComplete="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            onBlur={() => setIsEmailTouched(true)}
            error={isEmailTouched && Boolean(fieldErrors['email'])}
            helperText={isEmailTouched ? fieldErrors['email'] : null}
            slotProps={{ htmlInput: { maxLength: maxLengths.email } }}
          />
          <div>
            <BusyButton
              type="submit"
              busy={busy}
              busyText="Wird gesendet..."
              disabledReason={text.trim() ? null : 'Beschreibe zuerst, was nicht geht.'}
            >
              Meldung senden
            </BusyButton>
          </div>
        </Box>
      </Section>
    </Box>
  );
}
