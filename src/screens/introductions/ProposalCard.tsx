import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import { getPictureUrl } from '../../shared/coach-picture.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { approveIntroduction, getIntroductions, type Proposal } from '../../features/coaches/introduction/contract.ts';
import { versionGoneMessage, isNotFoundError } from '../../features/coaches/introduction/ui/isNotFoundError.ts';
import { IntroductionCard } from '../../features/coaches/introduction/ui/IntroductionCard.tsx';

interface Props {
  proposal: Proposal;
  onRefuse: () => void;
  /** Called after a decision, before the proposal disappears from the list. */
  onDecided: () => void;
}

/** A proposed introduction and, below it, the published one, both as participants see them. */
export function ProposalCard({ proposal, onRefuse, onDecided }: Props) {
  const { introductionId, coach, text, pictureId, proposedAt, shown: published } = proposal;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const id = useId();
  const approve = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await callApi(approveIntroduction, { introductionId });
      toast.success('Die Vorstellung ist freigegeben!', 'introduction');
      onDecided();
      await invalidate(getIntroductions);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      if (!isNotFoundError(error)) return setFailure(error);
      toast.error(versionGoneMessage, 'introduction');
      onDecided();
      await invalidate(getIntroductions);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card component="li" sx={{ p: { xs: 4, sm: 6 }, maxWidth: 860 }}>
      <Typography id={id} variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {coach}
      </Typography>
      <Typography variant="body2" sx={{ mb: 4, color: 'text.secondary' }}>
        Vorgeschlagen: {germanMoment(new Date(proposedAt))}
      </Typography>
      <IntroductionCard coach={coach} text={text} picture={pictureId === null ? null : getPictureUrl(pictureId)} />
      {published && (
        <Box component="section" aria-label="Zurzeit zu sehen" sx={currentBox}>
          <Typography variant="body2" sx={{ mb: 2, fontWeight: 600 }}>
            Zurzeit zu sehen:
          </Typography>
          <IntroductionCard
            coach={coach}
            text={published.text}
            picture={published.pictureId === null ? null : getPictureUrl(published.pictureId)}
          />
        </Box>
      )}
      {failure !== null && (
        <Box sx={{ mt: 4 }}>
          <ErrorNotice error={failure} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 5 }}>
        <BusyButton busy={busy} busyText="Wird freigegeben..." aria-describedby={id} onClick={() => void approve()}>
          Freigeben
        </BusyButton>
        <Button variant="outlined" aria-describedby={id} onClick={onRefuse}>
          Mit Begründung ablehnen
        </Button>
      </Box>
    </Card>
  );
}

const currentBox = { mt: 5, p: { xs: 3, sm: 4 }, borderRadius: '14px', border: 1, borderColor: 'divider' } as const;
