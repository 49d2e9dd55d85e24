import { DownloadButton } from './DownloadButton.tsx';

/** The maximum number of rows in one file. Browsers can write this many, and spreadsheets can open them. */
const maxRows = 20_000;

interface Props {
  /** The German plural for the rows: 'Termine'. */
  noun: string;
  /** The number of rows; undefined while it is unknown. */
  total: number | undefined;
  /** The text of the button, by default 'Als CSV exportieren'. */
  label?: string | undefined;
  /** What the button shows where there is little room. Its name remains the label. */
  shortLabel?: string | undefined;
  /** Returns the file's name, and all rows as CSV text or as a finished file. If it throws, a toast shows the error. */
  createExport: () => Promise<{ name: string; csv: string } | { name: string; file: Blob }>;
}

/** A button that saves all rows of a paged list that match its filters, up to 20,000, as one file. */
export function ExportButton({ noun, total = 0, label = 'Als CSV exportieren', shortLabel, createExport }: Props) {
  const createFile = async () => {
    const result = await createExport();
    return 'file' in result
      ? result
      : { name: result.name, file: new Blob([result.csv], { type: 'text/csv;charset=utf-8' }) };
  };
  return (
    <DownloadButton
      label={label}
      shortLabel={shortLabel}
      disabledReason={disabledReasonFor(total, noun)}
      reasonHidden={total <= maxRows}
      createFile={createFile}
    />
  );
}

function disabledReasonFor(total: number, noun: string): string | null {
  if (total === 0) return `Es gibt keine ${noun} zu exportieren.`;
  if (total <= maxRows) return null;
  return `Eine Datei fasst höchstens ${maxRows.toLocaleString('de-DE')} ${noun}. Bitte wähle einen kürzeren Zeitraum.`;
}
