import { useState } from 'react';
import { differences, theirs, type ComparedField, type Difference, type Forms, type Side } from './editConflict.ts';

/** A conflict: this form was saved after somebody else had saved the same record. */
export interface EditConflict<Form> {
  /** The fields to choose from; null while there are none. */
  differences: readonly Difference[] | null;
  /** The labels of the fields adopted from the other version, because only somebody else has changed them. */
  also: readonly string[];
  /** A value is chosen for every field. */
  resolved: boolean;
  choose: (name: string, side: Side) => void;
  /** Offers the fields that both have changed; if there are none, returns the stored values to adopt. */
  start: (forms: Forms<Form>) => Partial<Form> | null;
  /** The stored values to adopt once a value is chosen for every field. */
  taken: () => Partial<Form>;
  end: () => void;
}

interface State<Form> {
  differences: readonly Difference[];
  also: readonly ComparedField<Form>[];
  stored: Form;
}

/** Holds the choice, field by field, between this form and the version that somebody else has saved meanwhile. */
export function useEditConflict<Form>(fields: readonly ComparedField<Form>[]): EditConflict<Form> {
  const [state, setState] = useState<State<Form> | null>(null);
  return {
    differences: state?.differences ?? null,
    also: state?.also.map(({ label }) => label) ?? [],
    resolved: state?.differences.every(({ side }) => side !== null) ?? true,
    choose: (name, side) =>
      setState(
        (now) =>
          now && { ...now, differences: now.differences.map((one) => (one.name === name ? { ...one, side } : one)) },
      ),
    start: (forms) => {
      const next = { differences: differences(fields, forms), also: theirs(fields, forms), stored: forms.stored };
      const open = next.differences.length > 0;
      setState(open ? next : null);
      return open ? null : takenOf(next);
    },
    taken: () => (state ? takenOf(state) : {}),
    end: () => setState(null),
  };
}

function takenOf<Form>({ differences: fields, also, stored }: State<Form>): Partial<Form> {
  const names = [...also, ...fields.filter(({ side }) => side === 'stored')].map(({ name }) => name as keyof Form);
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as Partial<Form>;
}
