import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../server/settings.ts';
import { demandsTls } from '../server/transport.ts';
import type { Invitation } from './invitation.ts';
import type { Message } from './messages.ts';

/** A message with its addressee. `id` names the mail for good: sent twice, it carries the same Message-ID. */
export interface Letter extends Message {
  id: string;
  to: string;
  calendar: Invitation | null;
  /** Where such mails can be switched off, of those that can. */
  unsubscribe: string | null;
}

/** Hands one letter over; rejects when that did not succeed. */
export type Send = (letter: Letter) => Promise<void>;

const forgedHeader = 'EHEADER';

/**
 * Whether a fault will not pass, because it is about this one mail: a 5xx to its recipient or its contents, an address
 * that is none. A server that refuses the login or the sender, or is out of order, refuses all mails until somebody
 * has mended that; they wait.
 */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as SmtpFault;
  if (code === forgedHeader || (code === 'EENVELOPE' && command === 'API')) return true;
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return permanent && (command === 'RCPT TO' || command === 'DATA');
}

/** 'EENVELOPE 550': the code of a fault and, where a mail server answered, its number; never its words. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as SmtpFault;
  return [code ?? error.name, ...(responseCode ? [responseCode] : [])].join(' ');
}

/** What nodemailer tells of a fault. */
interface SmtpFault extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Sending by SMTP_URL or, where none is set, writing of `DATA_DIR/mails/<id>.eml`. */
export function openPostOffice(settings: Settings): Send {
  const host = new URL(settings.publicUrl).hostname;
  const compose = ({ id, to, subject, text, html, calendar, unsubscribe }: Letter) => {
    const messageId = `<mail-${id}@${host}>`;
    for (const value of [to, subject, messageId, settings.mailFrom])
      if (/[\r\n\0]/.test(value))
        throw Object.assign(new Error('a header of this mail holds a line break'), { code: forgedHeader });
    return {
      from: settings.mailFrom,
      // As an object the address is taken as it is: a comma in it does not make two.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      // As a part beside text and HTML, which calendar programs act on, and as a file for all others.
      ...(calendar ? { icalEvent: { ...calendar, filename: 'termin.ics' } } : {}),
      // Answering machines leave such mails alone (RFC 3834).
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

/** Loaded with the first mail, not with the portal: it is large. */
const mailer = () => import('nodemailer');

/** Makes something when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

type Compose = (letter: Letter) => object;

/**
 * One connection per mail: an idle one that the server has closed meanwhile cannot fail a mail. `requireTLS` hands
 * nothing over to a server that does not offer STARTTLS; the mail waits.
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

/** Why the mail server of SMTP_URL would take nothing at the moment, as a code; null where it answers, or none is set. */
export async function mailServerFault({ smtpUrl, plaintextAllowed }: Settings): Promise<string | null> {
  if (!smtpUrl) return null;
  try {
    await (await smtpTransport(smtpUrl, demandsTls(smtpUrl, plaintextAllowed))).verify();
    return null;
  } catch (error) {
    return faultOf(error);
  }
}

/** Complete files only: written under another name first, readable by the app's own user alone. */
function intoFolder(folder: string, compose: Compose): Send {
  const composer = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (letter) => {
    const { message } = await (await composer()).sendMail(compose(letter));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = join(folder, `.${letter.id}.part`);
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
