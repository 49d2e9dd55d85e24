import type { MailState } from '../../features/mail/rules.ts';
import type { Tone } from '../../web/ui/notices/StateChip.tsx';

/** The colour of each state of a mail. */
export const stateTones: Record<MailState, Tone> = {
  waiting: 'plain',
  retrying: 'warning',
  sent: 'success',
  failed: 'error',
  overtaken: 'plain',
};
