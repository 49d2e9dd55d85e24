import TextField from '@mui/material/TextField';
import { germanDate, wallClock } from '../../../../shared/berlin.ts';
import type { ListedFile } from '../../contract.ts';
import { nameWithVersion } from '../../ui/DocumentState.tsx';
import { smallSelectStyle } from '../../ui/smallSelectStyle.ts';

interface Props {
  label: string;
  document: ListedFile;
  documents: readonly ListedFile[];
  onChoose: (document: ListedFile) => void;
}

/** The field that chooses one of the two compared documents. */
export function DocumentChoice({ label, document, documents, onChoose }: Props) {
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
        <option key={option.id} value={option.id}>
          {describeDocument(option)}
        </option>
      ))}
    </TextField>
  );
}

/**
 * Describes a document in a list of choices: '20.11., 16:05, Coach: Lebenslauf.docx, Version 2'. What tells versions
 * apart comes first, since the end is cut off on a phone.
 */
function describeDocument(document: ListedFile): string {
  const { date, time } = wallClock(new Date(document.uploadedAt));
  const day = germanDate(date).slice(0, 6);
  return `${day}, ${time}${document.uploadByCoach ? ', Coach' : ''}: ${nameWithVersion(document)}`;
}
