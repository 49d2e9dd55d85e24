import * as z from 'zod/mini';
import { layOut, errorCodeOf, isPermanentFailure, openMailTransport } from '../../mail/exports.ts';
import { LoggedError } from '../../../platform/jobs/worker.ts';
import type { Log } from '../../../platform/log.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

const report = z.object({ id: z.uuid(), text: z.string(), email: z.string() });
/** A report of an accessibility barrier; `email` is the address to reply to, or ''. */
export type Report = z.output<typeof report>;

/** Creates the job that mails reports to the team. A report that the mail server refuses permanently is given up. */
export function createBarrierReportJob({ settings, log }: { settings: Settings; log: Log }) {
  const send = openMailTransport(settings);
  return async (payload: unknown): Promise<void> => {
    const { id, text, email } = z.parse(report, payload);
    const blocks = [
      'Hallo,',
      'jemand meldet eine Barriere im Portal:',
      ...text.split(/\s*\n\s*/).filter(Boolean),
      { name: 'Antwort an', value: email || 'keine Adresse angegeben' },
    ];
    const message = { subject: 'Eine Barriere wurde gemeldet', ...layOut(blocks) };
    try {
      await send({ id, to: settings.coachingEmail, ...message, calendar: null, unsubscribeUrl: null });
    } catch (error) {
      const code = errorCodeOf(error);
      if (!isPermanentFailure(error)) throw new LoggedError(code);
      log.error({ code }, 'A report of a barrier could not be sent and is given up.');
    }
  };
}
