import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { CoachField } from '../../features/coaches/ui/CoachField.tsx';
import { getFullOverview, getOwnOverview, type OverviewRow } from '../../features/appointments/contract.ts';
import { bookOwnSlotForParticipant, bookSlotForParticipant } from '../../features/booking/direct/contract.ts';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { endWaitingEntry, resumeWaitingEntry, type WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { formatCriteria } from '../../features/waiting/ui/words.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { toast } from '../../web/toasts/toast.ts';
import { fillsPhone } from '../../web/ui/dialogs/fillsPhone.ts';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { useNow } from '../../web/clock.ts';
import { bookedText } from '../appointment-actions/doneTexts.ts';
import { toastWithUndo, undoBookingFor } from '../appointment-actions/undo.ts';
import { describeSelfBooking } from './selfBooking.ts';
import { FreeTimeList } from './FreeTimeList.tsx';

export interface BookTimeDialogProps {
  participant: ParticipantHit;
  /** Whether the user is an admin, who can book any coach's appointment. */
  asAdmin: boolean;
  /** What the participant waits for, if the booking is meant to meet an entry on the waiting list. */
  entry?: WaitingPerson;
  /** Called after the booking. */
  onBooked: () => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/**
 * Books a free Einzelcoaching, chosen from a list, for a participant whom staff have found (reference 8.3). For an entry
 * on the waiting list it offers what fits, and ends the entry (reference 12.8).
 */
export default function BookTimeDialog({ participant, asAdmin, entry, onBooked, onClosed }: BookTimeDialogProps) {
  const { date: today } = useNow();
  const [open, setOpen] = useState(true);
  const [coachId, setCoachId] = useState(entry?.coachId ?? null);
  const [firstDay, setFirstDay] = useState(entry && entry.fromDate > today ? entry.fromDate : '');
  const [showsFitting, setShowsFitting] = useState(entry !== undefined);
  const [endsWaiting, setEndsWaiting] = useState(entry !== undefined && !entry.offered);
  const [chosen, setChosen] = useState<OverviewRow | null>(null);
  const id = useId();
  const { participantId, fullName } = participant;
  const refetchOverviews = () => void invalidate(getOwnOverview, getFullOverview);
  const book = async () => {
    if (!chosen) return;
    const call = asAdmin ? bookSlotForParticipant : bookOwnSlotForParticipant;
    await callApi(call, { appointmentId: chosen.id, participantId });
    const endedEntry = entry && endsWaiting && (await endWaiting(entry)) ? entry : undefined;
    toastWithUndo(
      bookedText({ ...chosen, participantFullName: fullName }),
      'booking',
      async () => {
        await undoBookingFor(chosen.id, asAdmin);
        if (endedEntry) await callApi(resumeWaitingEntry, { waitingId: endedEntry.waitingId });
      },
      [chosen.id],
    );
    onBooked();
    setOpen(false);
    refetchOverviews();
  };
  const { busy, failure, submit } = useSubmit(book, () => {
    toast.error('Der Termin konnte nicht gebucht werden!', 'booking');
    // The appointment may be taken by now.
    setChosen(null);
    refetchOverviews();
  });
  return (
    <FormDialog
      title={`Termin buchen für ${fullName}`}
      describedBy={`${id}-facts`}
      open={open}
      busy={busy}
      // Closing loses nothing that was typed.
      isChanged={false}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Buchen"
      busyText="Buchen..."
      disabledReason={chosen ? null : 'Wähle zuerst einen Termin.'}
      phoneStyle={fillsPhone}
    >
      <Box sx={{ display: 'grid', gap: { xs: 3, sm: 4 } }}>
        <Box id={`${id}-facts`}>
          <Facts>
            {entry && <Fact label="Wartet auf">{formatCriteria(entry, { showsYear: false })}</Fact>}
            <Fact label="Selbst buchen">{describeSelfBooking(participant)}</Fact>
          </Facts>
          <Typography
            sx={{
              mt: { xs: 1, sm: 2 },
              color: 'text.secondary',
              fontSize: { xs: 'body2.fontSize', sm: 'body1.fontSize' },
            }}
          >
            Der Termin zählt nicht zu den drei, die jede Person selbst buchen kann. Beide bekommen eine E-Mail.
          </Typography>
        </Box>
        {failure !== null && <ErrorNotice error={failure} />}
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 2, sm: 4 },
            gridTemplateColumns: { ...(asAdmin && { xs: withRoomForDay }), sm: twoColumns },
          }}
        >
          {asAdmin && (
            <CoachField
              value={coachId}
              placeholder="Alle"
              onChange={(coach) => {
                setCoachId(coach?.value ?? null);
                setChosen(null);
              }}
            />
          )}
          <DateField
            label="Ab"
            value={firstDay}
            min={today}
            onChange={(day) => {
              setFirstDay(day);
              setChosen(null);
            }}
          />
        </Box>
        {entry && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
            <FormControlLabel
              control={<Checkbox checked={showsFitting} />}
              label="Nur was zum Wunsch passt"
              onChange={(_, checked) => {
                setShowsFitting(checked);
                setChosen(null);
              }}
            />
            {!entry.offered && (
              <FormControlLabel
                control={<Checkbox checked={endsWaiting} />}
                label="Danach von der Warteliste nehmen"
                onChange={(_, checked) => setEndsWaiting(checked)}
              />
            )}
          </Box>
        )}
        <FreeTimeList
          // Another filter begins with the first appointments again.
          key={`${coachId} ${firstDay} ${showsFitting}`}
          entry={showsFitting ? entry : undefined}
          participant={participant}
          asAdmin={asAdmin}
          coachId={coachId}
          fromDate={firstDay > today ? firstDay : today}
          chosenId={chosen?.id ?? null}
          onChoose={setChosen}
        />
      </Box>
    </FormDialog>
  );
}

/**
 * Ends an entry whose person has just been booked; returns whether that was possible. The booking stands in any case, so
 * that a message says what is left to do.
 */
async function endWaiting({ waitingId, fullName }: WaitingPerson): Promise<boolean> {
  try {
    await callApi(endWaitingEntry, { waitingId });
    return true;
  } catch (error) {
    if (!isSessionEndedError(error))
      toast.error(`${fullName} steht noch auf der Warteliste: ${errorMessageOf(error)}`, 'waiting');
    return false;
  }
}

/** On a phone a day needs more room than a name, which may be cut. */
const withRoomForDay = 'minmax(0, 4fr) minmax(0, 5fr)';
const twoColumns = 'repeat(2, minmax(0, 1fr))';
