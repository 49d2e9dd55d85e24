import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { answersField, type ListedFile } from '../contract.ts';
import { findUploadProblem, isOldFormat, joinExtensions } from '../formats.rules.ts';
import { coachExtensions, removeDuplicates } from '../rules.ts';
import { ChosenFiles } from './ChosenFiles.tsx';
import { nameWithVersion } from './DocumentState.tsx';
import { onlyWithMouse } from './pointerStyles.ts';
import { UploadProgress } from './UploadProgress.tsx';
import type { useUpload } from './useUpload.ts';

interface Props {
  /** The chosen files. */
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  upload: ReturnType<typeof useUpload>;
  /** The participant's documents; the upload may answer one of them. */
  documents: readonly ListedFile[];
  /** What the last upload led to; '' if there was none, and once files are chosen again. */
  result: string;
}

/** The area in which a coach chooses or drops documents for a participant, and uploads them. */
export function CoachUpload({ files, onChange, upload, documents, result }: Props) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  // If only one document is not answered yet, it is preselected.
  const [firstUnanswered, ...otherUnanswered] = documents.filter(({ state }) => state !== 'returned');
  const preselectedId = firstUnanswered && otherUnanswered.length === 0 ? String(firstUnanswered.id) : '';
  /** The id of the document that the upload answers; '' for no document. */
  const answeredId = chosenId ?? preselectedId;
  const chooseButton = useRef<HTMLButtonElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const footer = useRef<HTMLDivElement>(null);
  const isSending = upload.progress !== null;
  const dropzone = useDropzone({
    accept: acceptedTypes,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    disabled: isSending,
    // Files that cannot be uploaded are listed too, each with the reason.
    onDrop: (accepted, rejected) =>
      onChange(removeDuplicates([...files, ...accepted, ...rejected.map(({ file }) => file)])),
  });
  // If all files were removed, the focus moves to the button that chooses files. If files were added, the focus moves
  // to the first file with an error, otherwise to the button that uploads them, which may be off screen.
  const previousCount = useRef(0);
  useEffect(() => {
    if (previousCount.current > 0 && files.length === 0) chooseButton.current?.focus();
    if (files.length > previousCount.current) {
      footer.current?.scrollIntoView({ block: 'nearest' });
      (
        dropzone.rootRef.current?.querySelector<HTMLElement>('[data-refused=true] button') ?? sendButton.current
      )?.focus();
    }
    previousCount.current = files.length;
  }, [files, dropzone.rootRef]);
  // Scrolls to the result of the upload, which is shown above the button.
  useEffect(() => {
    if (upload.error !== null || upload.cancelled || upload.notice !== null || result !== '')
      footer.current?.scrollIntoView({ block: 'nearest' });
  }, [upload.error, upload.cancelled, upload.notice, result]);
  // After a cancellation, the button that cancels disappears, so the focus moves to the button that uploads.
  useEffect(() => {
    if (upload.cancelled && document.activeElement === document.body) sendButton.current?.focus();
  }, [upload.cancelled]);
  const hasInvalidFile = files.some((file) => findUploadProblem(file, coachExtensions) !== '');
  return (
    <Box
      {...dropzone.getRootProps(rootProps)}
      sx={{
        display: 'grid',
        gap: 3,
        p: { xs: 4, sm: 5 },
        border: '2px dashed',
        borderColor: dropzone.isDragActive ? 'primary.main' : 'text.disabled',
        borderRadius: '16px',
        bgcolor: dropzone.isDragActive ? 'action.hover' : 'transparent',
      }}
    >
      <input {...dropzone.getInputProps({ style: { display: 'none' } })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button ref={chooseButton} variant="outlined" onClick={dropzone.open} disabled={isSending}>
          Dateien auswählen
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {joinExtensions(coachExtensions)}, mehrere auf einmal
          <Box component="span" sx={onlyWithMouse}>
            ; auch durch Hineinziehen
          </Box>
        </Typography>
      </Box>
      {files.length > 0 && (
        <ChosenFiles
          files={files}
          allowedExtensions={coachExtensions}
          refusalMessages={upload.refusalMessages}
          onRemove={isSending ? null : (file) => onChange(files.filter((other) => other !== file))}
        />
      )}
      {files.some(({ name }) => isOldFormat(name)) && (
        <Notice kind="warning" announced>
          doc und odt kann man im Portal nicht lesen und sieht nicht, was du geändert hast. Mit docx geht beides.
          Speichere die Datei in Word als docx.
        </Notice>
      )}
      {files.length > 0 && documents.length > 0 && (
        <TextField
          select
          fullWidth
          label="Antwort auf"
          value={answeredId}
          onChange={({ target }) => setChosenId(target.value)}
          disabled={isSending}
          helperText={answeredId && 'Das Dokument gilt dann als beantwortet.'}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">kein bestimmtes Dokument</option>
          {documents.map((document) => (
            <option key={document.id} value={document.id}>
              {nameWithVersion(document)}
            </option>
          ))}
        </TextField>
      )}
      {upload.progress && <UploadProgress {...upload.progress} />}
      <Box ref={footer} sx={{ scrollMarginBottom: '16px' }}>
        {upload.error !== null && <ErrorNotice error={upload.error} {...upload.errorNoticeProps} />}
        {upload.cancelled && (
          <Notice kind="info" announced>
            Der Upload wurde abgebrochen. Es wurde nichts gespeichert.
          </Notice>
        )}
        {(result !== '' || upload.notice !== null) && (
          <Notice kind="success" announced>
            {result} {upload.notice}
          </Notice>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <BusyButton
            ref={sendButton}
            busy={isSending}
            busyText="Lade hoch..."
            disabledReason={
              files.length === 0
                ? 'Wähle zuerst eine Datei aus.'
                : hasInvalidFile
                  ? 'Entferne zuerst die Dateien, die nicht hochgeladen werden können.'
                  : ''
            }
            onClick={() => upload.send(files, answeredId ? { [answersField]: answeredId } : {})}
          >
            Hochladen
          </BusyButton>
          {isSending && <Button onClick={upload.cancel}>Upload abbrechen</Button>}
        </Box>
      </Box>
    </Box>
  );
}

// The group is never marked as disabled, not even during an upload, because it contains the button that cancels.
const rootProps = { role: 'group', 'aria-label': 'Unterlagen hochladen', 'aria-disabled': undefined };

const acceptedTypes = {
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/pdf': ['.pdf'],
};
