import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../platform/settings/settings.ts';
import { temporaryName } from '../../../platform/storage/receive.ts';
import { demandsTls } from '../../../platform/settings/tls-policy.ts';
import type { Invitation } from '../kinds/invitation.words.ts';
import type { Message } from '../kinds/messages.words.ts';

/** A message with its addressee. `id` identifies the mail, which has the same Message-ID if it is sent twice. */
export interface OutgoingMail extends Message {
  id: string;
  to: string;
  calendar: Invitation | null;
  /** The address of the page where mails of this kind can be switched off; null if they cannot. */
  unsubscribe: string | null;
}

/** Sends one mail; rejects if sending fails. */
export type SendMail = (letter: OutgoingMail) => Promise<void>;

const invalidHeaderCode = 'EHEADER';

/**
 * Whether an error is permanent because it concerns this one mail: a 5xx reply for its recipient or its content, or an
 * invalid address. A server that refuses the login or the sender, or is out of order, refuses all mails until that is
 * fixed; meanwhile they wait.
 */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as SmtpFault;
  if (code === invalidHeaderCode || (code === 'EENVELOPE' && command === 'API')) return true;
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return permanent && (command === 'RCPT TO' || command === 'DATA');
}

/** The code of an error and the number in the mail server's reply, if any, but never its text: 'EENVELOPE 550'. */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as SmtpFault;
  return [code ?? error.name, ...(responseCode ? [responseCode] : [])].join(' ');
}

/** An error of nodemailer. */
interface SmtpFault extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Sends by SMTP_URL or, if none is set, writes `DATA_DIR/mails/<id>.eml`. */
export function openMailTransport(settings: Settings): SendMail {
  const host = new URL(settings.publicUrl).hostname;
  const compose = ({ id, to, subject, text, html, calendar, unsubscribe }: OutgoingMail) => {
    const messageId = `<mail-${id}@${host}>`;
    for (const value of [to, subject, messageId, settings.mailFrom])
      if (/[\r\n\0]/.test(value))
        throw Object.assign(new Error('A header of this mail contains a line break.'), { code: invalidHeaderCode });
    return {
      from: settings.mailFrom,
      // Passed as an object, so a comma in the address does not make it two addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      // nodemailer adds it both as an alternative to the text, which calendar programs process, and as an attachment.
      ...(calendar ? { icalEvent: { ...calendar, filename: 'termin.ics' } } : {}),
      // Auto-responders do not reply to such mails (RFC 3834).
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe}>` } : {}),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  };
  return settings.smtpUrl
    ? overSmtp(settings.smtpUrl, demandsTls(settings.smtpUrl, settings.plaintextAllowed), compose)
    : intoFolder(join(settings.dataDir, 'mails'), compose);
}

/** Loads nodemailer with the first mail instead of at startup, since it is large. */
const loadNodemailer = () => import('nodemailer');

/** Returns a function that creates a value on its first call and returns the same value on every further call. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => (created ??= create());
}

type Compose = (letter: OutgoingMail) => object;

/**
 * Sends over a new connection for each mail, since an idle connection that the server has closed would make the next
 * mail fail. With `requireTLS` nothing is sent to a server without STARTTLS; the mail waits.
 */
function overSmtp(url: string, requireTLS: boolean, compose: Compose): SendMail {
  const transport = once(() => smtpTransport(url, requireTLS));
  return async (letter) => {
    await (await transport()).sendMail(compose(letter));
  };
}

async function smtpTransport(url: string, requireTLS: boolean) {
  const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
  return (await loadNodemailer()).createTransport({ url, requireTLS, ...timeouts });
}

/** The code of the error that keeps the mail server of SMTP_URL from accepting mails; null if it accepts them. */
export async function findMailServerError({ smtpUrl, plaintextAllowed }: Settings): Promise<string | null> {
  if (!smtpUrl) return null;
  try {
    await (await smtpTransport(smtpUrl, demandsTls(smtpUrl, plaintextAllowed))).verify();
    return null;
  } catch (error) {
    return errorCodeOf(error);
  }
}

/** Writes each mail to a file that only the app's user can read, first under a temporary name, so it is complete. */
function intoFolder(folder: string, compose: Compose): SendMail {
  const composer = once(async () =>
    (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (letter) => {
    const { message } = await (await composer()).sendMail(compose(letter));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = join(folder, temporaryName(letter.id));
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(message as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, `${letter.id}.eml`));
  };
}
