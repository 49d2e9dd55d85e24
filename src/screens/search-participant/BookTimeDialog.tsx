import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { CoachField } from '../../features/coaches/ui/CoachField.tsx';
import { getFullOverview, getOwnOverview, type OverviewRow } from '../../features/appointments/contract.ts';
import { bookOwnSlotForParticipant, bookSlotForParticipant } from '../../features/booking/direct/contract.ts';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { callApi } from '../../web/calls/api.ts';
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
  /** The coach (null for all) and the first day `yyyy-mm-dd` that are chosen at first. */
  firstFilter?: { coachId: number | null; day: string };
  /** Called after the booking. */
  onBooked: () => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/** Books a free Einzelcoaching, chosen from a list, for a participant whom staff have found (reference 8.3). */
export default function BookTimeDialog({ participant, asAdmin, firstFilter, onBooked, onClosed }: BookTimeDialogProps) {
  const { date: today } = useNow();
  const [open, setOpen] = useState(true);
  const [coachId, setCoachId] = useState(firstFilter?.coachId ?? null);
  const [firstDay, setFirstDay] = useState(firstFilter && firstFilter.day > today ? firstFilter.day : '');
  const [chosen, setChosen] = useState<OverviewRow | null>(null);
  const id = useId();
  const { participantId, fullName } = participant;
  const refetchOverviews = () => void invalidate(getOwnOverview, getFullOverview);
  const book = async () => {
    if (!chosen) return;
    const call = asAdmin ? bookSlotForParticipant : bookOwnSlotForParticipant;
    await callApi(call, { appointmentId: chosen.id, participantId });
    toastWithUndo(
      bookedText({ ...chosen, participantFullName: fullName }),
      'booking',
      async () => undoBookingFor(chosen.id, asAdmin),
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
            gridTemplateColumns: asAdmin ? twoColumns : { sm: twoColumns },
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
        <FreeTimeList
          // Another filter begins with the first appointments again.
          key={`${coachId} ${firstDay}`}
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

const twoColumns = 'repeat(2, minmax(0, 1fr))';
