import { useState, type ReactNode } from 'react';
import { CounterField } from '../../web/ui/fields/CounterField.tsx';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';
import { StarInput } from '../../web/ui/fields/StarInput.tsx';
import type { Exhibit } from './exhibit.ts';

interface Props<Value> {
  initial: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}

/** Holds the value of a field, so that the field can be tried out. */
function WithState<Value>({ initial, children }: Props<Value>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

const scale = ['Sehr schlecht', 'Schlecht', 'Mittel', 'Gut', 'Sehr gut'];

/** Examples of form fields. */
export const fields: readonly Exhibit[] = [
  {
    name: 'DateField',
    states: {
      leer: (
        <WithState initial="">{(value, set) => <DateField label="Beginn" value={value} onChange={set} />}</WithState>
      ),
      falsch: (
        <WithState initial="2026-11-30">
          {(value, set) => (
            <DateField label="Beginn" value={value} onChange={set} error="Bitte gib ein früheres Datum ein." />
          )}
        </WithState>
      ),
      aus: <DateField label="Beginn" value="2026-11-30" onChange={() => undefined} disabled />,
    },
  },
  {
    name: 'PasswordField',
    states: {
      leer: <PasswordField label="Passwort" />,
      falsch: <PasswordField label="Passwort" error helperText="Das Passwort ist zu kurz." defaultValue="abc" />,
    },
  },
  {
    name: 'CounterField',
    states: {
      leer: (
        <WithState initial="">
          {(value, set) => <CounterField label="Text" value={value} onChange={set} max={500} />}
        </WithState>
      ),
      'fast voll': (
        <WithState initial={'Wort '.repeat(19)}>
          {(value, set) => <CounterField label="Text" value={value} onChange={set} max={100} />}
        </WithState>
      ),
    },
  },
  {
    name: 'StarInput',
    states: {
      leer: (
        <WithState initial={0}>
          {(value, set) => <StarInput label="Aussage" value={value} onChange={set} scale={scale} required />}
        </WithState>
      ),
      gewählt: (
        <WithState initial={4}>
          {(value, set) => <StarInput label="Aussage" value={value} onChange={set} scale={scale} />}
        </WithState>
      ),
    },
  },
];
