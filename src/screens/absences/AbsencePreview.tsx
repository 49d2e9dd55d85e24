import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, type Ref } from 'react';
import { germanInterval } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import { rowWithLineAbove } from '../../web/ui/fields/entryRow.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import type { AffectedBooking } from '../../features/absences/contract.ts';
import { describeDeletion } from '../../features/absences/ui/words.ts';
import { suggestColleagues, type Choice, type Choices } from '../../features/absences/ui/decisions.ts';

/** How far the form is that the preview belongs to. */
export type FormState = 'valid' | 'wrong' | 'incomplete';

/** Why an absence cannot be entered while its preview belongs to earlier entries. */
const outdatedReasons: Record<FormState, string> = {
  valid: 'Die Angaben oben haben sich geändert.',
  wrong: 'Oben stimmt eine Angabe noch nicht.',
  incomplete: 'Oben fehlt noch eine Angabe.',
};

interface Props {
  /** The number of free appointments that will be deleted. */
  freeCount: number;
  /** How many of these are Speedcoachings. */
  speedcoachingCount: number;
  bookings: readonly AffectedBooking[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
  /** Whether the user is an admin, who can also hand bookings over to other coaches. */
  asAdmin: boolean;
  /** Whether the form has not changed since the preview was loaded. */
  isCurrent: boolean;
  /**
   * The form: 'valid', so that the preview is being renewed if it is not current, 'wrong' where an entry is not right,
   * or 'incomplete' where one is missing.
   */
  form: FormState;
  /** Why the preview was refreshed automatically; '' if the user requested it. */
  refreshReason: string;
  busy: boolean;
  onApply: () => void;
  /** The element that takes the focus when the preview appears. */
  ref: Ref<HTMLDivElement>;
}

/**
 * Shows the effects of an absence (reference 14.5): the number of appointments that it deletes, and the bookings, each
 * with a field for the decision. The user can decide on all bookings together or one by one.
 */
export function AbsencePreview(props: Props) {
  const {
    freeCount,
    speedcoachingCount,
    bookings,
    choices,
    onChoose,
    asAdmin,
    isCurrent,
    form,
    refreshReason,
    busy,
    onApply,
    ref,
  } = props;
  const id = useId();
  const undecidedCount = bookings.filter(({ appointmentId }) => (choices.get(appointmentId) ?? null) === null).length;
  const suggestions = suggestColleagues(bookings);
  const disabledReason = !isCurrent
    ? outdatedReasons[form]
    : undecidedCount > 0
      ? `Es ${undecidedCount === 1 ? 'fehlt' : 'fehlen'} noch ${formatCount(undecidedCount, 'Entscheidung', 'Entscheidungen')}.`
      : null;
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={{ mt: 8 }}>
      <Box ref={ref} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '96px' }}>
        <Typography id={`${id}-title`} variant="h2">
          Vorschau
        </Typography>
        <Typography sx={{ mt: 1, mb: 4 }}>{effectText({ freeCount, speedcoachingCount, bookings })}</Typography>
      </Box>
      {refreshReason && (
        <Notice kind="warning" announced>
          {refreshReason} Die Vorschau ist jetzt neu.
        </Notice>
      )}
      {bookings.length > 0 && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 3 }}>
            {asAdmin && (
              <Button
                variant="outlined"
                disabled={suggestions.size === 0}
                onClick={() => onChoose(new Map([...choices, ...suggestions]))}
              >
                Alle an einen Coach mit Zeit
              </Button>
            )}
            <Button
              variant="outlined"
              onClick={() => onChoose(new Map(bookings.map(({ appointmentId }) => [appointmentId, 'offer'])))}
            >
              Alle neu wählen lassen
            </Button>
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 6, p: 0 }}>
            {bookings.map((booking) => (
              <Decision
                key={booking.appointmentId}
                booking={booking}
                choice={choices.get(booking.appointmentId) ?? null}
                onChoose={(choice) => onChoose(new Map([...choices, [booking.appointmentId, choice]]))}
              />
            ))}
          </Box>
        </>
      )}
      <BusyButton
        size="large"
        busy={busy}
        busyText="Wird eingetragen..."
        disabledReason={disabledReason}
        onClick={onApply}
      >
        Abwesenheit eintragen
      </BusyButton>
      <Typography sx={{ mt: 3, color: 'text.secondary' }}>
        Fünf Minuten lang lässt sich alles zurücknehmen. So lange warten auch die Mails, außer zu Terminen in der
        nächsten Stunde.
      </Typography>
    </Box>
  );
}

/**
 * Returns a text like '3 freie Termine werden gelöscht. 2 gebuchte Termine brauchen eine Entscheidung. Wer sie gebucht
 * hat, bekommt eine E-Mail.'
 */
export function effectText({
  freeCount,
  speedcoachingCount,
  bookings,
}: Pick<Props, 'freeCount' | 'speedcoachingCount' | 'bookings'>): string {
  const bookedCount = bookings.length;
  if (freeCount + bookedCount === 0) return 'In dieser Zeit gibt es keine Termine.';
  return [
    describeDeletion(freeCount, speedcoachingCount),
    bookedCount > 0
      ? `${formatCount(bookedCount, 'gebuchter Termin braucht', 'gebuchte Termine brauchen')} eine Entscheidung.`
      : '',
    bookedCount > 0 ? `Wer ${bookedCount === 1 ? 'ihn' : 'sie'} gebucht hat, bekommt eine E-Mail.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

interface DecisionProps {
  booking: AffectedBooking;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

/** Shows a booking, with the field in which the user decides on it. */
function Decision({ booking, choice, onChoose }: DecisionProps) {
  const when = germanInterval(booking);
  return (
    <Box component="li" sx={rowWithLineAbove}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 700 }}>{when}</Typography>
        <Typography sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
          {booking.participantFullName}
          <PhoneLink phone={booking.participantPhoneNumber} />
        </Typography>
      </Box>
      <TextField
        select
        label="Entscheidung"
        value={choice ?? ''}
        onChange={({ target: { value } }) => onChoose(value === 'offer' ? 'offer' : Number(value) || null)}
        slotProps={{
          select: { native: true },
          inputLabel: { shrink: true },
          htmlInput: { 'aria-label': `Entscheidung, ${when}, ${booking.participantFullName}` },
        }}
        sx={{ flex: '1 1 260px', maxWidth: 420 }}
      >
        <option value="">Bitte entscheiden</option>
        <option value="offer">Neu wählen lassen</option>
        {booking.moves.map(({ coachId, coach }) => (
          <option key={coachId} value={coachId}>
            An {coach}
          </option>
        ))}
      </TextField>
    </Box>
  );
}
