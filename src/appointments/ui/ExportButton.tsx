import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { useState } from 'react';
import type { InputOf } from '../../shared/call.ts';
import { ask, save, sentenceOf, sessionEnded } from '../../web/api.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { fullOverview } from '../contract.ts';
import { overviewCsv } from './overviewCsv.ts';

/** Most appointments in one file: a browser writes them in a moment, and a spreadsheet opens them. */
const limit = 20_000;

interface Props {
  /** What the list shows, without its page. */
  filters: InputOf<typeof fullOverview>;
  /** How many rows that are; undefined while it is not known. */
  total: number | undefined;
}

/** Every appointment that the filters show, on all pages and in their order, as CSV. */
export function ExportButton({ filters, total = 0 }: Props) {
  const [busy, setBusy] = useState(false);
  const today = useNow().date;
  const reason =
    total === 0
      ? 'Es gibt keine Termine zu exportieren.'
      : total > limit
        ? `Eine Datei fasst höchstens ${limit.toLocaleString('de-DE')} Termine. Bitte wähle einen kürzeren Zeitraum.`
        : null;
  const exportAll = async () => {
    setBusy(true);
    try {
      const { data } = await ask(fullOverview, filters);
      const name = `termine-${filters.fromDate}-bis-${filters.tillDate}.csv`;
      save(new Blob([overviewCsv(data, today)], { type: 'text/csv;charset=utf-8' }), name);
    } catch (error) {
      if (!sessionEnded(error)) toast.error(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton
      variant="outlined"
      startIcon={<DownloadIcon />}
      busy={busy}
      busyText="Wird erstellt..."
      disabledReason={reason}
      reasonHidden={total <= limit}
      onClick={() => void exportAll()}
    >
      Als CSV exportieren
    </BusyButton>
  );
}
