import { maxLengths } from '../../shared/lengths.ts';
import { CounterField } from '../../web/ui/fields/CounterField.tsx';

interface Props {
  value: string;
  onChange: (reason: string) => void;
}

/** The field for the reason why staff cancel or move a booking; the mails contain it (reference 4.22). */
export function ReasonField({ value, onChange }: Props) {
  return (
    <CounterField
      label="Grund (optional)"
      value={value}
      onChange={onChange}
      max={maxLengths.reason}
      minRows={2}
      helperText="Steht in der E-Mail."
    />
  );
}
