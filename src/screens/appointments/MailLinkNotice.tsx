import { Notice } from '../../web/ui/notices/Notice.tsx';
import { TeamAddress } from '../../features/provider/ui/TeamAddress.tsx';
import type { MailLink } from './useMailLink.ts';

/** Says why what a link in a mail asks for is no longer possible; nothing if it is (reference 4.26). */
export function MailLinkNotice({ link: { kind, appointment } }: { link: MailLink }) {
  if (!appointment)
    return (
      <Notice kind="info" announced>
        Der Termin aus der Mail ist nicht mehr gebucht oder schon vorbei.
      </Notice>
    );
  if (kind === 'zusage' || appointment.meta.stornoPossible) return null;
  return (
    <Notice kind="info" announced title="Dieser Termin kann nicht mehr storniert werden.">
      Du kannst doch nicht kommen? Schreib bitte gleich eine E-Mail an das Coaching-Team
      <TeamAddress />
    </Notice>
  );
}
