import { useState } from 'react';
import {
  findConflicts,
  findAdoptedFields,
  type ComparedField,
  type Difference,
  type Forms,
  type Side,
} from './editConflict.ts';

/** The conflict that arises when this form is submitted after another user has saved the same record. */
export interface EditConflict<Form> {
  /** The fields whose value the user has to choose; null if there are none. */
  differences: readonly Difference[] | null;
  /** The labels of the fields whose stored values are adopted, because only the other user has changed them. */
  adoptedLabels: readonly string[];
  /** Whether a value is chosen for every field. */
  isResolved: boolean;
  choose: (name: string, side: Side) => void;
  /**
   * Lets the user choose the values of the fields that both users have changed, and returns null. If there are none,
   * returns the stored values to adopt.
   */
  start: (forms: Forms<Form>) => Partial<Form> | null;
  /** Returns the stored values to adopt, once a value is chosen for every field. */
  adoptedValues: () => Partial<Form>;
  end: () => void;
}

interface ConflictState<Form> {
  differences: readonly Difference[];
  adoptedFields: readonly ComparedField<Form>[];
  stored: Form;
}

/** Holds the user's choice, for each field, between the value in this form and the one that another user has saved. */
export function useEditConflict<Form>(fields: readonly ComparedField<Form>[]): EditConflict<Form> {
  const [state, setState] = useState<ConflictState<Form> | null>(null);
  return {
    differences: state?.differences ?? null,
    adoptedLabels: state?.adoptedFields.map(({ label }) => label) ?? [],
    isResolved: state?.differences.every(({ side }) => side !== null) ?? true,
    choose: (name, side) =>
      setState(
        (before) =>
          before && {
            ...before,
            differences: before.differences.map((field) => (field.name === name ? { ...field, side } : field)),
          },
      ),
    start: (forms) => {
      const next = {
        differences: findConflicts(fields, forms),
        adoptedFields: findAdoptedFields(fields, forms),
        stored: forms.stored,
      };
      const hasConflict = next.differences.length > 0;
      setState(hasConflict ? next : null);
      return hasConflict ? null : adoptedValues(next);
    },
    adoptedValues: () => (state ? adoptedValues(state) : {}),
    end: () => setState(null),
  };
}

function adoptedValues<Form>({ differences, adoptedFields, stored }: ConflictState<Form>): Partial<Form> {
  const names = [...adoptedFields, ...differences.filter(({ side }) => side === 'stored')].map(
    ({ name }) => name as keyof Form,
  );
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as Partial<Form>;
}
