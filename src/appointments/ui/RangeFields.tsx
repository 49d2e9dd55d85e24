import { useState } from 'react';
import { DateField } from '../../web/ui/DateField.tsx';
import { halfDate } from '../../web/ui/halfDate.ts';
import { typedMistakes, type Range } from './range.ts';

interface Props {
  labels: readonly [from: string, till: string];
  /** What stands there: dates, '' for none, `halfDate` for what was left half-typed. */
  value: Range;
  onChange: (range: Range) => void;
  /** Called when one of the two is meant: left, confirmed or picked. */
  onSettled?: (range: Range) => void;
  required?: boolean;
  /** Shows that they are required, where other fields beside them are not. */
  marked?: boolean;
}

/** The first and the last day of a filter. What is wrong with them is told once nobody is typing any more. */
export function RangeFields({ labels, value, onChange, onSettled, required = false, marked = false }: Props) {
  const [typing, setTyping] = useState(false);
  const mistakes = typing ? {} : typedMistakes(value, required);
  const field = (name: keyof Range, label: string) => (
    <DateField
      label={label}
      value={value[name]}
      required={marked}
      onChange={(date) => {
        setTyping(true);
        onChange({ ...value, [name]: date });
      }}
      onSettled={(date) => {
        setTyping(false);
        const range = { ...value, [name]: date };
        if (date === halfDate || value[name] === halfDate) onChange(range);
        onSettled?.(range);
      }}
      error={mistakes[name]}
    />
  );
  return (
    <>
      {field('from', labels[0])}
      {field('till', labels[1])}
    </>
  );
}
