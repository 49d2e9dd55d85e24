import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { germanDay } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { perhapsHeldDeletionHint, severalDeletionHint } from '../../features/appointments/ui/deletionHints.ts';
import { getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import { endOwnSeries, endSeries, getOwnSeries, getSeries } from '../../features/appointments/series/contract.ts';
import type { Series } from './SeriesList.tsx';

interface Props {
  series: Series;
  name: string;
  asAdmin: boolean;
  /** Called when free appointments have been deleted, before the list is refetched. */
  onEnded: () => void;
  /** Called when the dialog has disappeared, after its transition. */
  onClosed: () => void;
}

/**
 * The dialog to delete the free appointments of a series from a chosen day on (reference 7.15). It shows how many
 * appointments will be deleted and which booked appointments remain. The button takes two clicks.
 */
export default function EndSeriesDialog({ series, name, asAdmin, onEnded, onClosed }: Props) {
  const { seriesId, fromDate, type } = series;
  const { date: today } = useNow();
  const [open, setOpen] = useState(true);
  useBackCloses(open, () => setOpen(false));
  const [day, setDay] = useState(fromDate > today ? fromDate : today);
  const [error, setError] = useState<unknown>(null);
  const isDeleting = useRef(false);
  const id = useId();
  const call = asAdmin ? endSeries : endOwnSeries;
  const preview = useApiQuery(
    call,
    { seriesId, fromDate: day, apply: false },
    { enabled: day !== '', keepPrevious: true },
  );
  const deletion = day && !preview.isPlaceholderData ? preview.data?.data : undefined;

  const deleteFreeAppointments = async () => {
    if (isDeleting.current) return;
    isDeleting.current = true;
    setError(null);
    try {
      const { data } = await callApi(call, { seriesId, fromDate: day, apply: true });
      toast.success(`${formatCount(data.deleted, 'freier Termin', 'freie Termine')} gelöscht!`, 'series');
      onEnded();
      setOpen(false);
    } catch (problem) {
      if (isSessionEndedError(problem)) return;
      toast.error('Der Rest der Serie konnte nicht gelöscht werden!', 'series');
      setError(problem);
    } finally {
      isDeleting.current = false;
      void invalidate(endSeries, endOwnSeries, getOwnOverview, getFullOverview);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-which`}
      slotProps={{
        transition: {
          onExited: () => {
            onClosed();
            void invalidate(getSeries, getOwnSeries);
          },
        },
      }}
    >
      <DialogTitle id={`${id}-title`}>Rest der Serie löschen</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-which`} sx={{ color: 'text.secondary', mb: 4, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Box sx={{ maxWidth: 280, mb: 4 }}>
          <DateField
            label="Ab diesem Tag"
            required
            value={day}
            onChange={setDay}
            error={day ? undefined : 'Bitte gib ein Datum ein'}
          />
        </Box>
        {error !== null && <ErrorNotice error={error} />}
        {day && preview.isError && <ErrorNotice error={preview.error} retry={() => void preview.refetch()} />}
        {day && !preview.isError && !deletion && <Loading blocks={1} height={56} />}
        {deletion && (
          <DeletionPreview
            deletedCount={deletion.deleted}
            keptAppointments={deletion.kept}
            mayBeHeld={type === 'Einzelcoaching'}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setOpen(false)}>Abbrechen</Button>
        <TwoStepButton disabled={!deletion || deletion.deleted === 0} onConfirm={() => void deleteFreeAppointments()}>
          {deletion && deletion.deleted > 0
            ? `${formatCount(deletion.deleted, 'freien Termin', 'freie Termine')} löschen`
            : 'Nichts zu löschen'}
        </TwoStepButton>
      </DialogActions>
    </Dialog>
  );
}

interface DeletionPreviewProps {
  deletedCount: number;
  /** Whether the appointments are of the type that can be held for somebody. */
  mayBeHeld: boolean;
  keptAppointments: readonly { appointmentId: number; date: string; fromTime: string; participant: string }[];
}

function DeletionPreview({ deletedCount, mayBeHeld, keptAppointments }: DeletionPreviewProps) {
  return (
    <Box role="status">
      <Typography>
        {deletedCount === 0
          ? 'Von diesem Tag an gibt es keinen freien Termin mehr.'
          : `${formatCount(deletedCount, 'freier Termin wird', 'freie Termine werden')} gelöscht.`}
      </Typography>
      {mayBeHeld && deletedCount > 0 && (
        <Typography sx={{ mt: 1 }}>{deletedCount === 1 ? perhapsHeldDeletionHint : severalDeletionHint}</Typography>
      )}
      {keptAppointments.length > 0 && (
        <>
          <Typography sx={{ mt: 3, fontWeight: 700 }}>
            {formatCount(keptAppointments.length, 'gebuchter Termin bleibt:', 'gebuchte Termine bleiben:')}
          </Typography>
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 5 }}>
            {keptAppointments.map(({ appointmentId, date, fromTime, participant }) => (
              <Box component="li" key={appointmentId} sx={{ overflowWrap: 'anywhere' }}>
                {germanDay(date)}, {fromTime} Uhr: {participant}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}
