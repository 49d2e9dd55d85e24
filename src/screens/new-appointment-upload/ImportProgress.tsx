import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatFileSize } from '../../shared/german.ts';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';

interface Props {
  /** The name of the file. */
  name: string;
  /** The number of bytes sent so far. When all have been sent, the server reads the file. */
  sent: number;
  /** The size of the file in bytes. */
  total: number;
  onCancel: () => void;
}

/** The progress while the file is uploaded and then read by the server; both can be cancelled. */
export function ImportProgress({ name, sent, total, onCancel }: Props) {
  const isReading = total > 0 && sent >= total;
  const stage = isReading ? 'Die Datei wird eingelesen …' : 'Die Datei wird übertragen …';
  return (
    <Box sx={{ display: 'grid', gap: 3, py: { xs: 4, sm: 6 } }}>
      <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 700 }}>{name}</Typography>
      <LinearProgress
        aria-label={stage}
        {...(isReading ? {} : { variant: 'determinate', value: total ? (100 * sent) / total : 0 })}
        sx={{ height: 10, borderRadius: '5px' }}
      />
      <Typography>{isReading ? stage : `${formatFileSize(sent)} von ${formatFileSize(total)} übertragen`}</Typography>
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
