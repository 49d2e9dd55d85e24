import { Notice } from '../../../web/ui/notices/Notice.tsx';

interface Props {
  /** The person's stored e-mail address. */
  oldEmail: string;
  /** The e-mail address in the form. */
  newEmail: string;
  /** Whether the person has confirmed the stored e-mail address. */
  confirmed?: boolean;
}

/** Explains the effects of changing a person's e-mail address; renders nothing while it is unchanged. */
export function NewMailboxNotice({ confirmed = true, ...addresses }: Props) {
  if (addresses.oldEmail.trim().toLowerCase() === addresses.newEmail.trim().toLowerCase()) return null;
  return (
    <Notice kind="info" announced>
      Mit einer neuen E-Mail-Adresse enden alle Anmeldungen dieser Person und ihr Kalender-Abo.{' '}
      {confirmed
        ? 'An die alte und an die neue Adresse geht eine Nachricht.'
        : 'An die neue Adresse geht der Link zum Bestätigen.'}
    </Notice>
  );
}
