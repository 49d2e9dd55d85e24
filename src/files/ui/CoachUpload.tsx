import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { coachEndings, endingList, problemOf, withoutDoubles } from '../rules.ts';
import { ChosenFiles } from './ChosenFiles.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import type { useUpload } from './useUpload.ts';

interface Props {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  upload: ReturnType<typeof useUpload>;
}

/** Where a coach drops or chooses documents for a participant and sends them; no limit in size but the server's own. */
export function CoachUpload({ files, onChange, upload }: Props) {
  const choose = useRef<HTMLButtonElement>(null);
  const sending = upload.progress !== null;
  const zone = useDropzone({
    accept,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    disabled: sending,
    // What cannot be uploaded is shown too, with the reason beside it.
    onDrop: (accepted, rejected) =>
      onChange(withoutDoubles([...files, ...accepted, ...rejected.map(({ file }) => file)])),
  });
  // An emptied list takes its buttons with it: the way to the next files has the focus then.
  const filled = useRef(false);
  useEffect(() => {
    if (filled.current && files.length === 0) choose.current?.focus();
    filled.current = files.length > 0;
  }, [files]);
  // What stopped the upload goes with it.
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (upload.cancelled && document.activeElement === document.body) sendButton.current?.focus();
  }, [upload.cancelled]);
  const wrong = files.some((file) => problemOf(file, coachEndings) !== '');
  return (
    <Box
      {...zone.getRootProps(named)}
      sx={{
        display: 'grid',
        gap: 3,
        p: { xs: 4, sm: 5 },
        border: '2px dashed',
        borderColor: zone.isDragActive ? 'primary.main' : 'text.disabled',
        borderRadius: '16px',
        bgcolor: zone.isDragActive ? 'action.hover' : 'transparent',
      }}
    >
      <input {...zone.getInputProps({ style: { display: 'none' } })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button ref={choose} variant="outlined" onClick={zone.open} disabled={sending}>
          Dateien auswählen
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {endingList(coachEndings)}, mehrere auf einmal; auch durch Hineinziehen
        </Typography>
      </Box>
      {upload.error !== null && <ErrorNotice error={upload.error} {...upload.headline} />}
      {upload.cancelled && (
        <Notice kind="info" announced>
          Der Upload wurde abgebrochen. Es wurde nichts gespeichert.
        </Notice>
      )}
      {upload.notice !== null && (
        <Notice kind="success" announced>
          {upload.notice}
        </Notice>
      )}
      {files.length > 0 && (
        <ChosenFiles
          files={files}
          allowed={coachEndings}
          onRemove={sending ? null : (file) => onChange(files.filter((other) => other !== file))}
        />
      )}
      {upload.progress && <UploadProgress {...upload.progress} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <BusyButton
          ref={sendButton}
          busy={sending}
          busyText="Lade hoch..."
          disabledReason={
            files.length === 0
              ? 'Wähle zuerst eine Datei aus.'
              : wrong
                ? 'Entferne zuerst die Dateien, die nicht hochgeladen werden können.'
                : ''
          }
          onClick={() => upload.send(files)}
        >
          Hochladen
        </BusyButton>
        {sending && <Button onClick={upload.cancel}>Upload abbrechen</Button>}
      </Box>
    </Box>
  );
}

// Not `aria-disabled` while files are on their way: the button that stops them lies within.
const named = { role: 'group', 'aria-label': 'Unterlagen hochladen', 'aria-disabled': undefined };

const accept = {
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/pdf': ['.pdf'],
};
