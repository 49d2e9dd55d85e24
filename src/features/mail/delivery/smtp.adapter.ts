import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../platform/settings/settings.ts';
import { createTemporaryName } from '../../../platform/storage/temporary-files.ts';
import { requiresTls } from '../../../platform/settings/tls-policy.ts';
import type { Invitation } from '../kinds/invitation.words.ts';
import type { Message } from '../kinds/messages.words.ts';

/** A message with the recipient's address. `id` is the mail's id, from which the Message-ID is made. */
export interface OutgoingMail extends Message {
  id: string;
  to: string;
  calendar: Invitation | null;
  /** The URL of the page where mails of this kind can be switched off; null if they cannot be switched off. */
  unsubscribeUrl: string | null;
}

/** Sends one mail; rejects if sending fails. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** The error code for a mail with a line break in a header. */
const invalidHeaderCode = 'EHEADER';

/**
 * Whether retrying a mail after this error is pointless: the server refuses its recipient or its content with a 5xx
 * reply, its address is invalid, or a header contains a line break. Other errors are temporary or affect all mails, for
 * example a refused login, so the mails wait until the error is fixed.
 */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as SmtpError;
  // This is how nodemailer reports an invalid address.
  const isInvalidAddress = code === 'EENVELOPE' && command === 'API';
  if (code === invalidHeaderCode || isInvalidAddress) return true;
  const isPermanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return isPermanent && (command === 'RCPT TO' || command === 'DATA');
}

/**
 * The code of an error, followed by the mail server's reply code if there is one: 'EENVELOPE 550'. The text of the
 * reply is left out, because it can contain an address.
 */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as SmtpError;
  return [code ?? error.name, ...(responseCode ? [responseCode] : [])].join(' ');
}

/** An error of nodemailer; `responseCode` is the mail server's reply code. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * Returns a function that sends mails to the server of SMTP_URL. Without SMTP_URL it writes them to
 * `DATA_DIR/mails/<id>.eml`.
 */
export function openMailTransport(settings: Settings): SendMail {
  const host = new URL(settings.publicUrl).hostname;
  const toNodemailer = ({ id, to, subject, text, html, calendar, unsubscribeUrl }: OutgoingMail) => {
    const messageId = `<mail-${id}@${host}>`;
    for (const value of [to, subject, messageId, settings.mailFrom])
      if (/[\r\n\0]/.test(value))
        throw Object.assign(new Error('A header of this mail contains a line break.'), { code: invalidHeaderCode });
    return {
      from: settings.mailFrom,
      // With a string instead of this object, an address with a comma would count as two addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      // nodemailer adds the calendar twice: as an alternative to the text for calendar programs, and as an attachment.
      ...(calendar ? { icalEvent: { ...calendar, filename: 'termin.ics' } } : {}),
      // Auto-responders do not reply to mails with the first header (RFC 3834).
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>` } : {}),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  };
  return settings.smtpUrl
    ? createSmtpSender(settings.smtpUrl, requiresTls(settings.smtpUrl, settings.plaintextAllowed), toNodemailer)
    : createFolderSender(join(settings.dataDir, 'mails'), toNodemailer);
}

/** Loads nodemailer only for the first mail, not at startup, because it is large. */
const loadNodemailer = () => import('nodemailer');

/** Returns a function that creates a value on its first call and returns the same value on every further call. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= create());
}

/** Converts a mail to the form that nodemailer expects. */
type ToNodemailer = (mail: OutgoingMail) => object;

/**
 * Returns a function that sends mails to an SMTP server. It opens a new connection for each mail, because a mail fails
 * on an idle connection that the server has closed. With `requireTLS`, sending to a server without STARTTLS fails.
 */
function createSmtpSender(url: string, requireTLS: boolean, toNodemailer: ToNodemailer): SendMail {
  const getTransport = once(() => createSmtpTransport(url, requireTLS));
  return async (mail) => {
    await (await getTransport()).sendMail(toNodemailer(mail));
  };
}

async function createSmtpTransport(url: string, requireTLS: boolean) {
  const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
  return (await loadNodemailer()).createTransport({ url, requireTLS, ...timeouts });
}

/**
 * Connects to the mail server of SMTP_URL. Returns the code of the error; null if there is none or SMTP_URL is not set.
 */
export async function findMailServerError({ smtpUrl, plaintextAllowed }: Settings): Promise<string | null> {
  if (!smtpUrl) return null;
  try {
    await (await createSmtpTransport(smtpUrl, requiresTls(smtpUrl, plaintextAllowed))).verify();
    return null;
  } catch (error) {
    return errorCodeOf(error);
  }
}

/**
 * Returns a function that writes each mail to a file that only the app's user can read. The file has a temporary name
 * until it is complete.
 */
function createFolderSender(folder: string, toNodemailer: ToNodemailer): SendMail {
  const getComposer = once(async () =>
    (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (mail) => {
    const { message } = await (await getComposer()).sendMail(toNodemailer(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporaryPath = join(folder, createTemporaryName(mail.id));
    const file = await open(temporaryPath, 'w', 0o600);
    try {
      await file.writeFile(message as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, join(folder, `${mail.id}.eml`));
  };
}
