import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { removeDuplicates } from '../../features/files/rules.ts';
import { onlyWithTouch, onlyWithMouse } from '../../features/files/ui/pointerStyles.ts';
import { UploadDialog } from './UploadDialog.tsx';

const accept = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/pdf': ['.pdf'],
};

/** The area to drop or choose documents; a dialog then lists and uploads them. */
export function UploadArea() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const addFiles = (newFiles: readonly File[]) => {
    if (newFiles.length === 0) return;
    setFiles((current) => removeDuplicates([...current, ...newFiles]));
    setIsDialogOpen(true);
  };
  const dropzone = useDropzone({
    accept,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    // Files that cannot be uploaded are listed, too, with the reason.
    onDrop: (accepted, rejected) => addFiles([...accepted, ...rejected.map(({ file }) => file)]),
  });
  return (
    <>
      <Box
        {...dropzone.getRootProps({ role: 'group', 'aria-label': 'Unterlagen hochladen' })}
        sx={{
          display: 'grid',
          justifyItems: 'center',
          textAlign: 'center',
          gap: 2,
          p: { xs: 5, sm: 8 },
          border: '2px dashed',
          borderColor: dropzone.isDragActive ? 'primary.main' : 'text.disabled',
          borderRadius: '16px',
          bgcolor: dropzone.isDragActive ? 'action.hover' : 'background.paper',
        }}
      >
        <input {...dropzone.getInputProps({ style: { display: 'none' } })} />
        <UploadIcon aria-hidden sx={{ fontSize: 40, color: 'primary.main' }} />
        <Typography sx={{ fontWeight: 600, ...onlyWithMouse }}>
          Ziehe deine Unterlagen hierher oder wähle sie aus
        </Typography>
        <Typography sx={{ fontWeight: 600, ...onlyWithTouch }}>Wähle deine Unterlagen auf diesem Gerät aus</Typography>
        <Button ref={button} variant="contained" onClick={dropzone.open}>
          Dateien auswählen
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          docx und pdf, zusammen höchstens 10&nbsp;MB
        </Typography>
      </Box>
      {files.length > 0 && (
        <UploadDialog
          open={isDialogOpen}
          files={files}
          onChange={setFiles}
          onAddMore={dropzone.open}
          onClose={() => setIsDialogOpen(false)}
          onClosed={() => {
            setFiles([]);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
