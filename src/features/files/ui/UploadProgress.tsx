import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { megabytes } from '../rules.ts';

/** Bytes on their way, then that the server still works on them. */
export function UploadProgress({ sent, total }: { sent: number; total: number }) {
  const arrived = total > 0 && sent >= total;
  const told = arrived ? 'Die Dateien werden geprüft …' : `${megabytes(sent)} von ${megabytes(total)} übertragen`;
  return (
    <Box sx={{ mt: 4 }}>
      <LinearProgress
        aria-label="Fortschritt des Uploads"
        variant={arrived || total === 0 ? 'indeterminate' : 'determinate'}
        {...(arrived || total === 0 ? {} : { value: (100 * sent) / total })}
        sx={{ height: 8, borderRadius: '4px' }}
      />
      <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
        {told}
      </Typography>
    </Box>
  );
}
