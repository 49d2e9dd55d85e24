import { useState, type ReactNode } from 'react';
import { CounterField } from '../ui/CounterField.tsx';
import { DateField } from '../ui/DateField.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { StarInput } from '../ui/StarInput.tsx';
import type { Exhibit } from './exhibit.ts';

interface Props<Value> {
  first: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}

/** Keeps what is typed, so that a field can be tried out. */
function Kept<Value>({ first, children }: Props<Value>) {
  const [value, setValue] = useState(first);
  return children(value, setValue);
}

const scale = ['Sehr schlecht', 'Schlecht', 'Mittel', 'Gut', 'Sehr gut'];

/** What is filled in. */
export const fields: readonly Exhibit[] = [
  {
    name: 'DateField',
    states: {
      leer: <Kept first="">{(value, set) => <DateField label="Beginn" value={value} onChange={set} />}</Kept>,
      falsch: (
        <Kept first="2026-11-30">
          {(value, set) => (
            <DateField label="Beginn" value={value} onChange={set} error="Bitte gib ein früheres Datum ein." />
          )}
        </Kept>
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
        <Kept first="">{(value, set) => <CounterField label="Text" value={value} onChange={set} max={500} />}</Kept>
      ),
      'fast voll': (
        <Kept first={'Wort '.repeat(19)}>
          {(value, set) => <CounterField label="Text" value={value} onChange={set} max={100} />}
        </Kept>
      ),
    },
  },
  {
    name: 'StarInput',
    states: {
      leer: (
        <Kept first={0}>
          {(value, set) => <StarInput label="Aussage" value={value} onChange={set} scale={scale} required />}
        </Kept>
      ),
      gewählt: (
        <Kept first={4}>
          {(value, set) => <StarInput label="Aussage" value={value} onChange={set} scale={scale} />}
        </Kept>
      ),
    },
  },
];
