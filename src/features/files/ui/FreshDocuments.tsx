import { useNow } from '../../../web/clock.ts';
import { StateChip } from '../../../web/ui/notices/StateChip.tsx';
import type { ListedFile } from '../contract.ts';
import { isFresh } from '../rules.ts';

/** 'Neu seit gestern' where a participant's document has come since yesterday (reference 5.9); else nothing. */
export function FreshDocuments({ documents }: { documents: readonly Pick<ListedFile, 'state' | 'uploadedAt'>[] }) {
  const today = useNow().date;
  return documents.some((document) => isFresh(document, today)) ? (
    <StateChip tone="info" icon="plain">
      Neu seit gestern
    </StateChip>
  ) : null;
}
