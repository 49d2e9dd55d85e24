import { DownloadButton } from './DownloadButton.tsx';

/** The maximum number of rows in one file: browsers write and spreadsheets open that many without trouble. */
const limit = 20_000;

interface Props {
  /** What the rows are: 'Termine'. */
  noun: string;
  /** How many rows there are; undefined while it is not known. */
  total: number | undefined;
  /** By default 'Als CSV exportieren'. */
  label?: string;
  /** Makes the file: its name, and all rows as CSV or as a finished file. If it throws, a toast shows the error. */
  make: () => Promise<{ name: string; csv: string } | { name: string; file: Blob }>;
}

/** Saves a paged list as one file: all rows that match its filters, up to 20,000. */
export function ExportButton({ noun, total = 0, label = 'Als CSV exportieren', make }: Props) {
  const reason =
    total === 0
      ? `Es gibt keine ${noun} zu exportieren.`
      : total > limit
        ? `Eine Datei fasst höchstens ${limit.toLocaleString('de-DE')} ${noun}. Bitte wähle einen kürzeren Zeitraum.`
        : null;
  const fileOf = async () => {
    const made = await make();
    return 'file' in made ? made : { name: made.name, file: new Blob([made.csv], { type: 'text/csv;charset=utf-8' }) };
  };
  return <DownloadButton {...{ label }} disabledReason={reason} reasonHidden={total <= limit} make={fileOf} />;
}
