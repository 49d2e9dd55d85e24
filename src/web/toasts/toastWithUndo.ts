import { errorMessageOf, isSessionEndedError } from '../calls/api.ts';
import { invalidateAll } from '../calls/apiQuery.ts';
import { toast } from './toast.ts';

/**
 * Shows a toast that confirms a change by staff. Its button 'Rückgängig' calls `reverse` (reference 4.22). Mails about
 * both changes are delayed, and none is sent if the booking ends up unchanged (11.7).
 */
export function toastWithUndo(message: string, topic: string, reverse: () => Promise<unknown>): void {
  toast.success(message, topic, () => void undo(topic, reverse));
}

async function undo(topic: string, reverse: () => Promise<unknown>) {
  try {
    await reverse();
    toast.success('Rückgängig gemacht', topic);
  } catch (error) {
    if (isSessionEndedError(error)) return;
    toast.error(`Das ließ sich nicht rückgängig machen: ${errorMessageOf(error)}`, topic);
  }
  await invalidateAll({ keepOldData: true });
}
