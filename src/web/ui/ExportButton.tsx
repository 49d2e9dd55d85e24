import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { useState } from 'react';
import { save, sentenceOf, sessionEnded } from '../api.ts';
import { toast } from '../toast.ts';
import { BusyButton } from './BusyButton.tsx';

/** Most rows in one file: a browser writes them in a moment, and a spreadsheet opens them. */
const limit = 20_000;

interface Props {
  /** What the rows are: 'Termine'. */
  noun: string;
  /** How many rows there are; undefined while it is not known. */
  total: number | undefined;
  /** Makes the file: its name, and the CSV of all rows. What it throws is told in a toast. */
  make: () => Promise<{ name: string; csv: string }>;
}

/** 'Als CSV exportieren' for a list of many pages: everything that its filters show, up to 20,000 rows. */
export function ExportButton({ noun, total = 0, make }: Props) {
  const [busy, setBusy] = useState(false);
  const reason =
    total === 0
      ? `Es gibt keine ${noun} zu exportieren.`
      : total > limit
        ? `Eine Datei fasst höchstens ${limit.toLocaleString('de-DE')} ${noun}. Bitte wähle einen kürzeren Zeitraum.`
        : null;
  const exportAll = async () => {
    setBusy(true);
    try {
      const { name, csv } = await make();
      save(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name);
    } catch (error) {
      if (!sessionEnded(error)) toast.error(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton
      className="no-print"
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
