import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import {
  deleteIntroduction,
  getIntroductions,
  getMyIntroduction,
  type OwnIntroduction,
} from '../../features/coaches/introduction/contract.ts';

/**
 * The buttons to withdraw the proposal, to delete the pictures, or to delete everything. They take effect immediately,
 * without an admin's approval (reference 17.1).
 */
export function DeleteSection({ introduction }: { introduction: OwnIntroduction }) {
  const { open: proposal, shown: published } = introduction;
  const [failure, setFailure] = useState<unknown>(null);
  const remove = async (part: 'open' | 'picture' | 'all') => {
    setFailure(null);
    try {
      await callApi(deleteIntroduction, { what: part });
      toast.success('Gelöscht!', 'introduction');
      document.querySelector<HTMLElement>('h1')?.focus();
      await invalidate(getMyIntroduction, getIntroductions);
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(error);
    }
  };
  const hasPicture = (proposal?.pictureId ?? published?.pictureId ?? null) !== null;
  return (
    <Section title="Zurücknehmen">
      <Typography sx={{ mb: 4, maxWidth: '60ch' }}>
        Das gilt sofort und ohne Prüfung, auch für das, was schon zu sehen ist.
      </Typography>
      {failure !== null && <ErrorNotice error={failure} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {proposal && <TwoStepButton onConfirm={() => void remove('open')}>Vorschlag zurückziehen</TwoStepButton>}
        {hasPicture && <TwoStepButton onConfirm={() => void remove('picture')}>Bild löschen</TwoStepButton>}
        {published && <TwoStepButton onConfirm={() => void remove('all')}>Alles löschen</TwoStepButton>}
      </Box>
    </Section>
  );
}
