import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatFileSize } from '../../../shared/german.ts';

interface Props {
  sent: number;
  total: number;
  formatSize?: (bytes: number) => string;
}

/** Shows how many bytes of an upload have been sent, and then that the server is checking the files. */
export function UploadProgress({ sent, total, formatSize = formatFileSize }: Props) {
  const isSent = total > 0 && sent >= total;
  const status = isSent ? 'Die Dateien werden geprüft …' : `${formatSize(sent)} von ${formatSize(total)} übertragen`;
  return (
    <Box sx={{ mt: 4 }}>
      <LinearProgress
        aria-label="Fortschritt des Uploads"
        variant={isSent || total === 0 ? 'indeterminate' : 'determinate'}
        {...(isSent || total === 0 ? {} : { value: (100 * sent) / total })}
        sx={{ height: 8, borderRadius: '4px' }}
      />
      <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
        {status}
      </Typography>
    </Box>
  );
}
