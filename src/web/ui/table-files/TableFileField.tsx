import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { formatFileSize } from '../../../shared/german.ts';
import { fileTooLargeMessage } from '../../../shared/table-file.ts';
import { visuallyHidden } from '../layout/visuallyHidden.ts';

interface Props {
  file: File | null;
  maxBytes: number;
  /** Called with the file, or with a sentence that says why it cannot be used. Both are null after 'Entfernen'. */
  onChoose: (file: File | null, problem: string | null) => void;
}

/** The area to choose or drop a CSV or Excel file. */
export function TableFileField({ file, maxBytes, onChoose }: Props) {
  const {
    getRootProps,
    getInputProps,
    isDragActive,
    open: openFilePicker,
  } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => {
      const files = [...accepted, ...rejected.map((rejection) => rejection.file)];
      const [chosen] = files;
      if (!chosen) return;
      const problem = files.length > 1 ? 'Bitte wähle nur eine Datei aus.' : problemOf(chosen, maxBytes);
      onChoose(problem ? null : chosen, problem);
    },
  });
  const openButton = useRef<HTMLButtonElement>(null);
  const remove = () => {
    onChoose(null, null);
    openButton.current?.focus();
  };
  return (
    <Box
      {...getRootProps()}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 3,
        px: 4,
        py: { xs: 6, sm: 8 },
        border: 2,
        borderStyle: 'dashed',
        borderRadius: '16px',
        borderColor: isDragActive ? 'primary.main' : 'text.disabled',
        bgcolor: isDragActive ? 'action.hover' : 'transparent',
      }}
    >
      <input {...getInputProps({ accept: '.csv,.xlsx', 'aria-label': 'CSV-Datei oder Excel-Datei' })} />
      <UploadIcon aria-hidden sx={{ fontSize: 40, color: 'primary.main' }} />
      {file ? (
        <Typography sx={{ minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' }}>
          <Box component="span" sx={visuallyHidden}>
            Ausgewählt:{' '}
          </Box>
          <strong>{file.name}</strong> ({formatFileSize(file.size)})
        </Typography>
      ) : (
        <Typography>
          {isDragActive ? 'Datei hier loslassen' : 'Excel- oder CSV-Datei hierher ziehen oder auswählen'}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'center' }}>
        <Button ref={openButton} variant="outlined" onClick={openFilePicker}>
          {file ? 'Andere Datei auswählen' : 'Datei auswählen'}
        </Button>
        {file && <Button onClick={remove}>Entfernen</Button>}
      </Box>
    </Box>
  );
}

/** Returns why a file cannot be sent at all, or null. Its content is checked by the server. */
function problemOf({ name, size }: File, maxBytes: number): string | null {
  if (!/\.(?:csv|xlsx)$/i.test(name))
    return 'Diese Datei endet nicht auf .csv oder .xlsx. Bitte speichere die Tabelle so und wähle diese Datei aus.';
  return size > maxBytes ? fileTooLargeMessage(maxBytes) : null;
}
