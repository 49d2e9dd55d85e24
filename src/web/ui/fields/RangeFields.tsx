import { useState } from 'react';
import { DateField } from './DateField.tsx';
import { incompleteDate } from './incompleteDate.ts';
import { rangeErrors, type Range } from './range.ts';

interface Props {
  labels: readonly [from: string, till: string];
  /** The fields' values. Each is a date, '' if it is empty, or `incompleteDate` if it was left half-typed. */
  value: Range;
  onChange: (range: Range) => void;
  /** Called when one of the two fields is left, Enter is pressed or a day is picked. */
  onCommit?: (range: Range) => void;
  required?: boolean;
  /** Whether to mark both fields as required, in forms that also have optional fields. */
  markRequired?: boolean;
}

/** The fields for the first and the last day of a filter. They show their errors once the user has stopped typing. */
export function RangeFields({ labels, value, onChange, onCommit, required = false, markRequired = false }: Props) {
  const [isTyping, setIsTyping] = useState(false);
  const fieldErrors = isTyping ? {} : rangeErrors(value, required);
  const field = (name: keyof Range, label: string) => (
    <DateField
      label={label}
      value={value[name]}
      required={markRequired}
      onChange={(date) => {
        setIsTyping(true);
        onChange({ ...value, [name]: date });
      }}
      onCommit={(date) => {
        setIsTyping(false);
        const range = { ...value, [name]: date };
        if (date === incompleteDate || value[name] === incompleteDate) onChange(range);
        onCommit?.(range);
      }}
      error={fieldErrors[name]}
    />
  );
  return (
    <>
      {field('from', labels[0])}
      {field('till', labels[1])}
    </>
  );
}
