import { StateChip as Chip, type Tone } from '../../../web/ui/notices/StateChip.tsx';
import type { ListedFile } from '../contract.ts';
import type { DocumentState } from '../rules.ts';

/** The German names of a document's states, as staff see them. The keys are part of the API. */
export const stateNames = { new: 'Neu', inWork: 'In Arbeit', returned: 'Beantwortet' } as const;

const chipTones: Record<DocumentState, Tone> = { new: 'plain', inWork: 'warning', returned: 'success' };

/** Shows the state of a participant's document (reference 5.9); participants see 'Eingereicht' instead of 'Neu'. */
export function StateChip({ state, mine }: { state: DocumentState; mine: boolean }) {
  return <Chip tone={chipTones[state]}>{mine && state === 'new' ? 'Eingereicht' : stateNames[state]}</Chip>;
}

/** Returns a document's name, followed by its version unless that is 1: 'Lebenslauf.docx, Version 2'. */
export function nameWithVersion({ name, version }: Pick<ListedFile, 'name' | 'version'>): string {
  return version > 1 ? `${name}, Version ${version}` : name;
}
