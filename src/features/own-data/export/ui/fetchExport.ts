import { RequestError, download, saveBlob, errorMessageOf } from '../../../../web/calls/api.ts';
import { toast } from '../../../../web/toasts/toast.ts';
import { exportOwnData } from '../contract.ts';

/** The German message about a failed export. */
export function exportFailureMessage(error: unknown): string {
  if (error instanceof RequestError && error.status === 429)
    return 'Du kannst deine Daten dreimal in 24 Stunden herunterladen, und nur wenige Menschen tun das zur gleichen Zeit. Bitte versuche es später noch einmal.';
  return errorMessageOf(error);
}

/** Downloads the archive and lets the browser save it. Sends the password if there is one. */
export async function fetchExport(password = ''): Promise<void> {
  saveBlob(await download(exportOwnData, { password }), 'meine-daten.zip');
  toast.success('Deine Daten wurden heruntergeladen.', 'export');
}
