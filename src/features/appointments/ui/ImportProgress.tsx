import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { fileSize } from '../../shared/german.ts';
import { visuallyHidden } from '../../web/ui/visuallyHidden.ts';

interface Props {
  name: string;
  /** Bytes on their way; when all are there, the server is reading. */
  sent: number;
  total: number;
  onCancel: () => void;
}

/** First the bytes on their way, then that the server reads; can be cancelled in both. */
export function ImportProgress({ name, sent, total, onCancel }: Props) {
  const reading = total > 0 && sent >= total;
  const stage = reading ? 'Die Datei wird eingelesen …' : 'Die Datei wird übertragen …';
  return (
    <Box sx={{ display: 'grid', gap: 3, py: { xs: 4, sm: 6 } }}>
      <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 700 }}>{name}</Typography>
      <LinearProgress
        aria-label={stage}
        {...(reading ? {} : { variant: 'determinate', value: total ? (100 * sent) / total : 0 })}
        sx={{ height: 10, borderRadius: '5px' }}
      />
      <Typography>{reading ? stage : `${fileSize(sent)} von ${fileSize(total)} übertragen`}</Typography>
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
