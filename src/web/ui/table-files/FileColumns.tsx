import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { saveBlob } from '../../calls/api.ts';
import { toCsvFile } from './csvFile.ts';

interface Props {
  /** What a row is, and the limits. */
  introduction: string;
  columns: readonly { name: string; explanation: string }[];
  /** The file to start with: the label of its button, its name and a function that returns its text as CSV. */
  sample: { label: string; fileName: string; createCsv: () => string };
}

/** Explains the columns of a table file, and offers a file to start with. */
export function FileColumns({ introduction, columns, sample }: Props) {
  return (
    <Box component="section" aria-labelledby="spalten">
      <Typography variant="h2" id="spalten" sx={{ mb: 2 }}>
        So ist die Datei aufgebaut
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4, maxWidth: '70ch' }}>{introduction}</Typography>
      <Box component="dl" sx={{ m: 0, mb: 4, display: 'grid', gap: 2 }}>
        {columns.map(({ name, explanation }) => (
          <Box key={name} sx={{ display: 'grid', gridTemplateColumns: 'minmax(128px, 1fr) 2fr', gap: 3 }}>
            <Typography component="dt" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {explanation}
            </Typography>
          </Box>
        ))}
      </Box>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        onClick={() => saveBlob(toCsvFile(sample.createCsv()), sample.fileName)}
      >
        {sample.label}
      </Button>
    </Box>
  );
}
