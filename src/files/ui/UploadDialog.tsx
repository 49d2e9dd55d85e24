import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { ChosenFiles } from './ChosenFiles.tsx';
import { megabytes, problemOf, tooBig, totalOf } from '../rules.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { ownDocuments, useUpload } from './useUpload.ts';

interface Props {
  open: boolean;
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** Opens the picker for further files. */
  onMore: () => void;
  /** All of them have arrived. */
  onUploaded: () => void;
  onClose: () => void;
  /** The dialog has gone from the screen. */
  onClosed: () => void;
}

/** 'Ihr Upload' (spec participant §2): what was chosen, with sizes; sending it, with progress and a way to stop. */
export function UploadDialog({ open, files, onChange, onMore, onUploaded, onClose, onClosed }: Props) {
  const upload = useUpload(ownDocuments, (notice) => {
    onUploaded();
    // What was taken out of a file is read first.
    if (notice === null) onClose();
  });
  const title = useId();
  const big = tooBig(files);
  const wrong = files.some((file) => problemOf(file) !== '');

  // The cross of the keyboard and 'Abbrechen' stop what is under way first; the selection stays.
  const leave = () => (upload.progress ? upload.cancel() : onClose());
  const remove = (file: File) => {
    if (files.length === 1) onClose();
    else onChange(files.filter((other) => other !== file));
  };
  return (
    <Dialog
      open={open}
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' || !upload.progress) leave();
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={title}>Ihr Upload</DialogTitle>
      <DialogContent>
        {upload.error !== null && <ErrorNotice error={upload.error} {...upload.headline} />}
        {upload.cancelled && (
          <Notice kind="info" announced>
            Der Upload wurde abgebrochen. Es wurde nichts gespeichert.
          </Notice>
        )}
        {upload.notice !== null ? (
          <Notice kind="success" announced>
            Hochgeladen. {upload.notice}
          </Notice>
        ) : (
          <>
            <ChosenFiles files={files} onRemove={upload.progress ? null : remove} />
            <Typography sx={{ mt: 3, fontWeight: 600, color: big ? 'error.main' : 'text.primary' }}>
              Zusammen {megabytes(totalOf(files))}
            </Typography>
            {upload.progress && <UploadProgress {...upload.progress} />}
          </>
        )}
      </DialogContent>
      {upload.notice !== null ? (
        // Buttons of their own, so that this one takes the focus as it comes.
        <DialogActions key="done">
          <Button variant="contained" autoFocus onClick={onClose}>
            Fertig
          </Button>
        </DialogActions>
      ) : (
        <DialogActions>
          {!upload.progress && (
            <Button onClick={onMore} sx={{ mr: 'auto' }}>
              Weitere Dateien
            </Button>
          )}
          <Button onClick={leave}>Abbrechen</Button>
          <BusyButton
            busy={upload.progress !== null}
            busyText="Lade hoch..."
            disabledReason={
              big
                ? 'Entferne Dateien, bis alle zusammen höchstens 10 MB groß sind.'
                : wrong
                  ? 'Entferne zuerst die Dateien, die nicht hochgeladen werden können.'
                  : ''
            }
            reasonHidden
            onClick={() => upload.send(files)}
          >
            {big ? 'Dateien zu groß (max. 10MB)' : 'Hochladen'}
          </BusyButton>
        </DialogActions>
      )}
    </Dialog>
  );
}
