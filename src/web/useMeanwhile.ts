import { useState } from 'react';
import { differences, type Difference, type Read, type Side } from './meanwhile.ts';

/** What a form meets that was saved after somebody else had saved the same record. */
export interface Meanwhile<Form> {
  /** The fields that are to be chosen from; null while there is no such meeting. */
  met: readonly Difference[] | null;
  /** All fields have a side. */
  chosen: boolean;
  choose: (name: string, side: Side) => void;
  /** Shows the two: what was typed, and what is stored now. False where they do not differ. */
  meet: (forms: { opened: Form; own: Form; stored: Form }) => boolean;
  /** The fields of what is stored that were chosen. */
  taken: () => Partial<Form>;
  end: () => void;
}

/** Keeps the choice between a form and what somebody else has stored meanwhile, field by field. */
export function useMeanwhile<Form>(fields: readonly Read<Form>[]): Meanwhile<Form> {
  const [state, setState] = useState<{ met: readonly Difference[]; stored: Form } | null>(null);
  return {
    met: state?.met ?? null,
    chosen: state?.met.every(({ side }) => side !== null) ?? true,
    choose: (name, side) =>
      setState((now) => now && { ...now, met: now.met.map((one) => (one.name === name ? { ...one, side } : one)) }),
    meet: (forms) => {
      const met = differences(fields, forms);
      setState(met.length > 0 ? { met, stored: forms.stored } : null);
      return met.length > 0;
    },
    taken: () => {
      if (!state) return {};
      const names = state.met.filter(({ side }) => side === 'stored').map(({ name }) => name as keyof Form);
      return Object.fromEntries(names.map((name) => [name, state.stored[name]])) as Partial<Form>;
    },
    end: () => setState(null),
  };
}
