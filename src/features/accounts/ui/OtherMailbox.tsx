import { Notice } from '../../web/ui/Notice.tsx';

interface Props {
  /** The address that the person has, and the one in the form. */
  before: string;
  after: string;
  /** The person has confirmed the first one. */
  confirmed?: boolean;
}

/** What comes with another e-mail address for somebody; nothing where it is the same one. */
export function OtherMailbox({ before, after, confirmed = true }: Props) {
  if (before.trim().toLowerCase() === after.trim().toLowerCase()) return null;
  return (
    <Notice kind="info" announced>
      Mit einer neuen E-Mail-Adresse enden alle Anmeldungen dieser Person und ihr Kalender-Abo.{' '}
      {confirmed
        ? 'An die alte und an die neue Adresse geht eine Nachricht.'
        : 'An die neue Adresse geht der Link zum Bestätigen.'}
    </Notice>
  );
}
