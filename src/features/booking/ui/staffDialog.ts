import type { ActionRow } from './appointmentActions.ts';

/** What a dialog about an appointment in a list of staff gets. */
export interface StaffDialogProps {
  row: ActionRow;
  /** The row's time in words: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
  when: string;
  /** Acts on any coach's appointments. */
  asAdmin: boolean;
  /** Called when it is done and the row is about to change. */
  onDone: () => void;
  /** The dialog has disappeared, after its transition. */
  onClosed: () => void;
}
