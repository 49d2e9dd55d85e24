import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { anonymizeUserData } from '../../features/participants/contract.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { listCoaches } from '../../features/coaches/contract.ts';

/** The button that permanently anonymises an inactive coach (reference 8.9) after a second click. */
export function EraseCoach({ coachId, name, onErased }: { coachId: number; name: string; onErased: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const erase = async () => {
    setFailure(null);
    try {
      await callApi(anonymizeUserData, { participantId: coachId });
      toast.success('Coach erfolgreich anonymisiert', 'coach');
      onErased();
      await invalidate(listCoaches);
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(error);
    }
  };
  return (
    <Box>
      <Typography sx={{ mb: 2 }}>
        Anonymisieren löscht alles Persönliche für immer: Name, E-Mail, Anmeldung, Abwesenheiten, Notizen und
        Begründungen. Termine und Sterne bleiben unter „Anonymisiert“.
      </Typography>
      {failure !== null && <ErrorNotice error={failure} />}
      <TwoStepButton itemName={name} onConfirm={() => void erase()}>
        Anonymisieren
      </TwoStepButton>
    </Box>
  );
}
