import { Toast } from '@base-ui/react/toast';

/** What a toast looks like; errors are announced at once, the rest politely. */
export type Severity = 'success' | 'info' | 'warning' | 'error';

/** Feeds the one list of toasts that `Toasts.tsx` shows. */
export const toastManager = Toast.createToastManager();

function add(severity: Severity) {
  return (message: string) => {
    toastManager.add({ type: severity, description: message, priority: severity === 'error' ? 'high' : 'low' });
  };
}

/** Shows a message for 5 seconds: `toast.success('Der Termin wurde gebucht!')`. Works outside of components too. */
export const toast = { success: add('success'), info: add('info'), warning: add('warning'), error: add('error') };
