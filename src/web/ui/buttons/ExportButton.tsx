import { DownloadButton } from './DownloadButton.tsx';

/** The maximum number of rows in one file: browsers write and spreadsheets open that many without trouble. */
const maxRows = 20_000;

interface Props {
  /** The German plural for the rows: 'Termine'. */
  noun: string;
  /** The number of rows; undefined while it is unknown. */
  total: number | undefined;
  /** By default 'Als CSV exportieren'. */
  label?: string;
  /** Creates the file: its name, and all rows as CSV or as a finished file. If it throws, a toast shows the error. */
  createExport: () => Promise<{ name: string; csv: string } | { name: string; file: Blob }>;
}

/** Saves a paged list as one file: all rows that match its filters, up to 20,000. */
export function ExportButton({ noun, total = 0, label = 'Als CSV exportieren', createExport }: Props) {
  const reason =
    total === 0
      ? `Es gibt keine ${noun} zu exportieren.`
      : total > maxRows
        ? `Eine Datei fasst höchstens ${maxRows.toLocaleString('de-DE')} ${noun}. Bitte wähle einen kürzeren Zeitraum.`
        : null;
  const createFile = async () => {
    const result = await createExport();
    return 'file' in result
      ? result
      : { name: result.name, file: new Blob([result.csv], { type: 'text/csv;charset=utf-8' }) };
  };
  return (
    <DownloadButton label={label} disabledReason={reason} reasonHidden={total <= maxRows} createFile={createFile} />
  );
}
