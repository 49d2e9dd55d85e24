import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { saveBlob } from '../../calls/api.ts';

interface Props {
  /** What a row is, and the limits. */
  introduction: string;
  columns: readonly { name: string; explanation: string }[];
  /** The files to start with, each with the label of its button. */
  samples: readonly { label: string; fileName: string; create: () => Blob | Promise<Blob> }[];
}

/** Explains the columns of a table file, and offers files to start with. */
export function FileColumns({ introduction, columns, samples }: Props) {
  return (
    <Box component="section" aria-labelledby="spalten">
      <Typography variant="h2" id="spalten" sx={{ mb: 2 }}>
        So ist die Datei aufgebaut
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4, maxWidth: '70ch' }}>{introduction}</Typography>
      <Box component="dl" sx={{ m: 0, mb: 4, display: 'grid', gap: 2 }}>
        {columns.map(({ name, explanation }) => (
          <Box key={name} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            <Typography component="dt" sx={{ ...word, flex: '1 1 8rem', fontWeight: 600 }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ ...word, flex: '2 1 12rem', m: 0 }}>
              {explanation}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {samples.map(({ label, fileName, create }) => (
          <Button
            key={label}
            variant="outlined"
            startIcon={<DownloadIcon />}
            onClick={() => void save(create(), fileName)}
          >
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

const save = async (file: Blob | Promise<Blob>, name: string) => saveBlob(await file, name);

/** Where the text is enlarged, the explanation stands below the name, and a long word is divided. */
const word = { minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' } as const;
