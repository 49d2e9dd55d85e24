import TextField from '@mui/material/TextField';
import { germanDate, wallClock } from '../../../../shared/berlin.ts';
import type { ListedFile } from '../../contract.ts';
import { nameWithVersion } from '../../ui/DocumentState.tsx';
import { smallSelectStyle } from '../../ui/smallSelectStyle.ts';

interface Props {
  label: string;
  document: ListedFile;
  documents: readonly ListedFile[];
  /** The document with which it is compared, which cannot be chosen. */
  other: ListedFile;
  onChoose: (document: ListedFile) => void;
}

/** The field that chooses one of the two compared documents. */
export function DocumentChoice({ label, document, documents, other, onChoose }: Props) {
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={document.id}
      onChange={({ target }) => {
        const chosen = documents.find(({ id }) => id === Number(target.value));
        if (chosen) onChoose(chosen);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={smallSelectStyle}
    >
      {documents.map((option) => (
        <option key={option.id} value={option.id} disabled={option.id === other.id}>
          {describeDocument(option)}
        </option>
      ))}
    </TextField>
  );
}

/** Describes a document in a list of choices: 'Lebenslauf.docx, Version 2 (vom Coach, 20.11.2026, 16:05 Uhr)'. */
function describeDocument(document: ListedFile): string {
  const { date, time } = wallClock(new Date(document.uploadedAt));
  return `${nameWithVersion(document)} (${document.uploadByCoach ? 'vom Coach, ' : ''}${germanDate(date)}, ${time} Uhr)`;
}
