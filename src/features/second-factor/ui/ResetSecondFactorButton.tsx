import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { resetSecondFactor } from '../contract.ts';

/** A button that removes a coach's lost second factor. `coach` is the id, `name` is for screen readers. */
export function ResetSecondFactorButton({ coach, name }: { coach: number; name: string }) {
  const reset = async () => {
    try {
      await callApi(resetSecondFactor, { coachId: coach });
      toast.success('Die Anmeldung in zwei Schritten ist zurückgesetzt.', 'second factor');
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'second factor');
    }
  };
  return (
    <Box>
      <TwoStepButton itemName={`für ${name}`} onConfirm={() => void reset()}>
        Zwei Schritte zurücksetzen
      </TwoStepButton>
      <FormHelperText>
        Für Coaches, die App und Wiederherstellungscodes verloren haben: Zur Anmeldung genügt dann wieder das Passwort.
        Der Coach wird abgemeldet und bekommt eine E-Mail. Passkeys gelten weiter: Ist ein Gerät verloren, entfernt der
        Coach seinen Passkey in den Einstellungen. Der Status „inaktiv“ entfernt alle.
      </FormHelperText>
    </Box>
  );
}
