import { maxLengths } from '../../../shared/lengths.ts';
import { CounterField } from '../../../web/ui/fields/CounterField.tsx';

interface Props {
  /** The name of the coach who will read it. */
  coach: string;
  value: string;
  onChange: (note: string) => void;
}

/** The field for a participant's note to the coach about a booking (reference 4.24). */
export function NoteField({ coach, value, onChange }: Props) {
  return (
    <CounterField
      label="Nachricht (optional)"
      value={value}
      onChange={onChange}
      max={maxLengths.bookingNote}
      minRows={2}
      helperText={`Worum geht es dir? Das lesen ${coach} und das Coaching-Team.`}
    />
  );
}
