import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatFileSize } from '../../../shared/german.ts';
import { visuallyHidden } from '../layout/visuallyHidden.ts';

interface Props {
  fileName: string;
  /** The server reads the file once all bytes have been sent. */
  sentBytes: number;
  totalBytes: number;
  onCancel: () => void;
}

/** The progress while the file is uploaded and then read by the server; both can be cancelled. */
export function TableFileProgress({ fileName, sentBytes, totalBytes, onCancel }: Props) {
  const isReading = totalBytes > 0 && sentBytes >= totalBytes;
  const stage = isReading ? 'Die Datei wird eingelesen …' : 'Die Datei wird übertragen …';
  return (
    <Box sx={{ display: 'grid', gap: 3, py: { xs: 4, sm: 6 } }}>
      <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 700 }}>{fileName}</Typography>
      <LinearProgress
        aria-label={stage}
        {...(isReading ? {} : { variant: 'determinate', value: totalBytes ? (100 * sentBytes) / totalBytes : 0 })}
        sx={{ height: 10, borderRadius: '5px' }}
      />
      <Typography>
        {isReading ? stage : `${formatFileSize(sentBytes)} von ${formatFileSize(totalBytes)} übertragen`}
      </Typography>
      <Box role="status" sx={visuallyHidden}>
        {stage}
      </Box>
      <Box>
        <Button autoFocus variant="outlined" onClick={onCancel}>
          Abbrechen
        </Button>
      </Box>
    </Box>
  );
}
