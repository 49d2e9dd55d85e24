import type { StaffAppointment } from './appointmentActions.ts';

/** The props of a dialog about an appointment in a staff list. */
export interface StaffDialogProps {
  appointment: StaffAppointment;
  /** The appointment's time as German text: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
  when: string;
  /** Whether the user is an admin, who can change any coach's appointments. */
  asAdmin: boolean;
  /** Called after the change, just before the list is updated. */
  onDone: () => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}
