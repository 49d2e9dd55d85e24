import { StateChip as Chip, type Tone } from '../../../web/ui/notices/StateChip.tsx';
import type { ListedFile } from '../contract.ts';
import type { DocumentState } from '../rules.ts';

/** The names of the states, for staff. */
export const stateNames = { new: 'Neu', inWork: 'In Arbeit', returned: 'Beantwortet' } as const;

const tones: Record<DocumentState, Tone> = { new: 'plain', inWork: 'warning', returned: 'success' };

/**
 * The state of a participant's document (reference 5.9); its uploader sees 'Eingereicht' for a new document.
 */
export function StateChip({ state, mine }: { state: DocumentState; mine: boolean }) {
  return <Chip tone={tones[state]}>{mine && state === 'new' ? 'Eingereicht' : stateNames[state]}</Chip>;
}

/** A document's name where several versions may be listed: 'Lebenslauf.docx', 'Lebenslauf.docx, Version 2'. */
export function nameOf({ name, version }: Pick<ListedFile, 'name' | 'version'>): string {
  return version > 1 ? `${name}, Version ${version}` : name;
}
