import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatCount } from '../../../shared/german.ts';
import { callApi } from '../../../web/calls/api.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { useSubmit } from '../../../web/calls/useSubmit.ts';
import { useNow } from '../../../web/clock.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../../web/ui/dialogs/FormDialog.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { planOwnAbsence } from '../contract.ts';
import { describeDeletion } from './words.ts';
import { isPreviewOutdated } from './absenceForm.ts';
import { toDecisions } from './decisions.ts';
import { refetchAfterAbsence } from './refetchAfterAbsence.ts';

/**
 * The dialog with which coaches report sick for the rest of the day (reference 14.5). It lists today's remaining
 * bookings. After 'Krank melden', their participants choose another appointment.
 */
export default function SickDialog({ onClosed }: { onClosed: () => void }) {
  const now = useNow();
  const [openedAt] = useState(now);
  const [open, setOpen] = useState(true);
  const id = useId();
  const input = {
    fromDate: openedAt.date,
    fromTime: openedAt.time,
    tillDate: openedAt.date,
    tillTime: '',
    kind: 'illness',
  } as const;
  const preview = useApiQuery(planOwnAbsence, { ...input, apply: false, decisions: [] });
  const effects = preview.data?.data;

  const plan = async () => {
    if (!effects) return;
    const choices = new Map(effects.booked.map(({ appointmentId }) => [appointmentId, 'offer'] as const));
    await callApi(planOwnAbsence, { ...input, apply: true, decisions: toDecisions(choices) });
    toast.success('Gute Besserung! Die Abwesenheit ist eingetragen.', 'absence');
    await refetchAfterAbsence();
    setOpen(false);
  };
  const { busy, failure, submit } = useSubmit(plan, async (error) => {
    toast.error('Die Abwesenheit konnte nicht eingetragen werden!', 'absence');
    if (isPreviewOutdated(error)) await preview.refetch();
  });
  return (
    <FormDialog
      title="Heute krank"
      describedBy={`${id}-description`}
      open={open}
      busy={busy}
      isChanged={false}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Krank melden"
      busyText="Wird eingetragen..."
      disabledReason={effects ? null : 'Lädt...'}
    >
      <Box id={`${id}-description`} sx={{ display: 'grid', gap: 3 }}>
        <Typography>Von jetzt ({openedAt.time} Uhr) bis heute Nacht gibt es keine Termine mehr.</Typography>
        {failure !== null && <ErrorNotice error={failure} />}
        {preview.isError && <ErrorNotice error={preview.error} retry={() => void preview.refetch()} />}
        {preview.isLoading && <Loading blocks={1} height={72} />}
        {effects && effects.free > 0 && (
          <Typography>{describeDeletion(effects.free, effects.freeSpeedcoachings)}</Typography>
        )}
        {effects && effects.booked.length > 0 && (
          <div>
            <Typography sx={{ fontWeight: 700 }}>
              {formatCount(effects.booked.length, 'Person bekommt', 'Personen bekommen')} eine E-Mail und{' '}
              {effects.booked.length === 1 ? 'wählt' : 'wählen'} neu:
            </Typography>
            <Box component="ul" sx={{ m: 0, mt: 1, pl: 5 }}>
              {effects.booked.map(({ appointmentId, start, end, participantFullName }) => (
                <Box component="li" key={appointmentId} sx={{ overflowWrap: 'anywhere' }}>
                  {start} bis {end} Uhr: {participantFullName}
                </Box>
              ))}
            </Box>
          </div>
        )}
        {effects && effects.booked.length + effects.free === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>Für heute steht nichts mehr im Kalender.</Typography>
        )}
        <Notice kind="info">
          Fünf Minuten lang lässt sich das zurücknehmen. Wer länger fehlt, trägt es danach unter „Abwesenheiten“ ein.
        </Notice>
      </Box>
    </FormDialog>
  );
}
