import { useNow } from '../../../web/clock.ts';
import { StateChip } from '../../../web/ui/notices/StateChip.tsx';
import type { ListedFile } from '../contract.ts';
import { isNewSinceYesterday } from '../rules.ts';

/**
 * Shows 'Neu seit gestern' if one of the documents was uploaded today or yesterday and is still new (reference 5.9).
 */
export function NewDocumentsChip({ documents }: { documents: readonly Pick<ListedFile, 'state' | 'uploadedAt'>[] }) {
  const today = useNow().date;
  return documents.some((document) => isNewSinceYesterday(document, today)) ? (
    <StateChip tone="info" icon="plain">
      Neu seit gestern
    </StateChip>
  ) : null;
}
