import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../platform/settings/settings.ts';
import { temporaryName } from '../../../platform/storage/receive.ts';
import { demandsTls } from '../../../platform/settings/tls-policy.ts';
import type { Invitation } from '../kinds/invitation.words.ts';
import type { Message } from '../kinds/messages.words.ts';

/** A message with its addressee. `id` identifies the mail: sent twice, it has the same Message-ID. */
export interface Letter extends Message {
  id: string;
  to: string;
  calendar: Invitation | null;
  /** The page where such mails can be switched off, if they can. */
  unsubscribe: string | null;
}

/** Sends one letter; rejects if that fails. */
export type Send = (letter: Letter) => Promise<void>;

const forgedHeader = 'EHEADER';

/**
 * Whether an error is permanent because it concerns this one mail: a 5xx for its recipient or its content, or an
 * invalid address. A server that refuses the login or the sender, or is out of order, refuses all mails until that is
 * repaired; meanwhile they wait.
 */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as SmtpFault;
  if (code === forgedHeader || (code === 'EENVELOPE' && command === 'API')) return true;
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return permanent && (command === 'RCPT TO' || command === 'DATA');
}

/** 'EENVELOPE 550': the code of an error and the number in the mail server's answer, if any; never its words. */
export function faultOf(error: unknown): string {
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
export function openMailTransport(settings: Settings): Send {
  const host = new URL(settings.publicUrl).hostname;
  const compose = ({ id, to, subject, text, html, calendar, unsubscribe }: Letter) => {
    const messageId = `<mail-${id}@${host}>`;
    for (const value of [to, subject, messageId, settings.mailFrom])
      if (/[\r\n\0]/.test(value))
        throw Object.assign(new Error('A header of this mail contains a line break.'), { code: forgedHeader });
    return {
      from: settings.mailFrom,
      // As an object, so that a comma in the address does not make two addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      // As a part beside text and HTML, which calendar programs act on, and as an attachment for all others.
      ...(calendar ? { icalEvent: { ...calendar, filename: 'termin.ics' } } : {}),
      // Automatic replies ignore such mails (RFC 3834).
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

/** Loaded with the first mail instead of at start, since it is large. */
const mailer = () => import('nodemailer');

/** Creates something on its first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

type Compose = (letter: Letter) => object;

/**
 * Opens a connection for each mail: an idle one that the server has closed would fail the next mail. With `requireTLS`
 * nothing is sent to a server without STARTTLS; the mail waits.
 */
function overSmtp(url: string, requireTLS: boolean, compose: Compose): Send {
  const transport = once(() => smtpTransport(url, requireTLS));
  return async (letter) => {
    await (await transport()).sendMail(compose(letter));
  };
}

async function smtpTransport(url: string, requireTLS: boolean) {
  const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
  return (await mailer()).createTransport({ url, requireTLS, ...patience });
}

/** The code of the fault that keeps the mail server of SMTP_URL from accepting mails; null if there is none. */
export async function mailServerFault({ smtpUrl, plaintextAllowed }: Settings): Promise<string | null> {
  if (!smtpUrl) return null;
  try {
    await (await smtpTransport(smtpUrl, demandsTls(smtpUrl, plaintextAllowed))).verify();
    return null;
  } catch (error) {
    return faultOf(error);
  }
}

/** Writes each file under a temporary name first, so that it is complete, and readable only by the app's user. */
function intoFolder(folder: string, compose: Compose): Send {
  const composer = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
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
