import { Notice } from '../../../web/ui/notices/Notice.tsx';

/** Explains the AVGS voucher (reference 6.2) without promising one. */
export function VoucherNote() {
  return (
    <Notice kind="info" title="Weiter mit Coaching: der AVGS">
      Mit einem Aktivierungs- und Vermittlungsgutschein (AVGS) kann die Agentur für Arbeit oder das Jobcenter ein
      längeres Coaching bezahlen, zum Beispiel wenn du arbeitslos bist oder es bald wirst. Ob du den Gutschein bekommst,
      entscheidet in der Regel deine Ansprechperson dort. Frag sie danach, bevor ein solches Coaching beginnt. Für die
      Coachings in diesem Portal brauchst du keinen Gutschein: Sie sind kostenfrei.
    </Notice>
  );
}
