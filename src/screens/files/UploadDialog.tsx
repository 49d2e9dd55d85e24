import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { formatMegabytes, formatTotalSize } from '../../shared/german.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useDiscardQuestion } from '../../web/ui/dialogs/useDiscardQuestion.tsx';
import { ChosenFiles } from '../../features/files/ui/ChosenFiles.tsx';
import { findUploadProblem } from '../../features/files/formats.rules.ts';
import { exceedsUploadLimit } from '../../features/files/rules.ts';
import { UploadProgress } from '../../features/files/ui/UploadProgress.tsx';
import { ownUploadDestination, useUpload } from '../../features/files/ui/useUpload.ts';

interface Props {
  open: boolean;
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** Opens the browser's file picker to add files. */
  onAddMore: () => void;
  onClose: () => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/**
 * 'Ihr Upload' (reference 5.7): lists the chosen files with their sizes and uploads them; the upload can be cancelled.
 */
export function UploadDialog({ open, files, onChange, onAddMore, onClose, onClosed }: Props) {
  const upload = useUpload(ownUploadDestination, (notice) => {
    // If there is a notice, the dialog stays open so the notice can be read.
    if (notice === null) onClose();
  });
  const titleId = useId();
  const isTooBig = exceedsUploadLimit(files);
  const hasInvalidFile = files.some((file) => findUploadProblem(file) !== '');

  // Scroll to the end of a long list, where added files and the outcome appear.
  const bottomRef = useRef<HTMLDivElement>(null);
  const previousCount = useRef(files.length);
  useEffect(() => {
    if (files.length > previousCount.current || upload.error !== null || upload.cancelled)
      bottomRef.current?.scrollIntoView({ block: 'nearest' });
    previousCount.current = files.length;
  }, [files, upload.error, upload.cancelled]);

  // During an upload, Escape and 'Abbrechen' only cancel the upload; the files stay selected.
  const cancelOrClose = () => (upload.progress ? upload.cancel() : onClose());
  // If there is a notice, the files have been uploaded, so there is nothing to discard.
  const discard = useDiscardQuestion(upload.notice === null && !upload.progress, cancelOrClose);
  useBackCloses(open, () => discard.onClose({}, 'escapeKeyDown'));
  const removeFile = (file: File) => {
    if (files.length === 1) onClose();
    else onChange(files.filter((other) => other !== file));
  };
  return (
    <Dialog
      open={open}
      onClose={(event, reason) => {
        if (reason === 'escapeKeyDown' || !upload.progress) discard.onClose(event, reason);
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={titleId}>Ihr Upload</DialogTitle>
      <DialogContent>
        {upload.notice !== null ? (
          <Notice kind="success" announced>
            Hochgeladen. {upload.notice}
          </Notice>
        ) : (
          <>
            <ChosenFiles
              files={files}
              onRemove={upload.progress ? null : removeFile}
              refusalMessages={upload.refusalMessages}
              formatSize={formatMegabytes}
            />
            <Typography sx={{ mt: 3, fontWeight: 600, color: isTooBig ? 'error.main' : 'text.primary' }}>
              Zusammen {formatTotalSize(files.map(({ size }) => size))}
            </Typography>
            {upload.progress && <UploadProgress {...upload.progress} formatSize={formatMegabytes} />}
          </>
        )}
        <Box ref={bottomRef} sx={{ mt: 4, '& > :last-child': { mb: 0 }, '&:empty': { display: 'none' } }}>
          {upload.error !== null && <ErrorNotice error={upload.error} {...upload.errorNoticeProps} />}
          {upload.cancelled && (
            <Notice kind="info" announced>
              Der Upload wurde abgebrochen. Es wurde nichts gespeichert.
            </Notice>
          )}
        </Box>
      </DialogContent>
      {upload.notice !== null ? (
        // The key makes this a new element, so `autoFocus` works.
        <DialogActions key="done">
          <Button variant="contained" autoFocus onClick={onClose}>
            Fertig
          </Button>
        </DialogActions>
      ) : (
        <DialogActions>
          {discard.question ?? (
            <>
              {!upload.progress && (
                <Button onClick={onAddMore} sx={{ mr: 'auto' }}>
                  Weitere Dateien
                </Button>
              )}
              <Button onClick={cancelOrClose}>Abbrechen</Button>
              <BusyButton
                busy={upload.progress !== null}
                busyText="Lade hoch..."
                disabledReason={
                  isTooBig
                    ? 'Entferne Dateien, bis alle zusammen höchstens 10 MB groß sind.'
                    : hasInvalidFile
                      ? 'Entferne zuerst die Dateien, die nicht hochgeladen werden können.'
                      : ''
                }
                reasonHidden
                onClick={() => upload.send(files)}
              >
                {isTooBig ? 'Dateien zu groß (max. 10MB)' : 'Hochladen'}
              </BusyButton>
            </>
          )}
        </DialogActions>
      )}
    </Dialog>
  );
}
