import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { saveBlob } from '../../web/calls/api.ts';
import { toast } from '../../web/toasts/toast.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';

interface Props {
  codes: readonly string[];
  /** The text of the button that continues. */
  doneLabel: string;
  onDone: () => void;
}

/** The new recovery codes, which are shown only once, with buttons to save them. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The codes replace the form that had the focus, so their heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Die Codes wurden kopiert!', 'copy');
    } catch {
      // Browsers only allow copying on a secure connection.
      toast.info('Dein Browser kopiert hier nicht. Bitte lade die Codes herunter.', 'copy');
    }
  };
  return (
    <Box sx={{ mt: 4 }}>
      <Typography ref={heading} tabIndex={-1} component="h3" sx={title}>
        Deine Wiederherstellungscodes
      </Typography>
      <Notice kind="warning" title="Diese Codes werden nur jetzt gezeigt">
        Bewahre sie sicher auf, am besten getrennt vom Handy. Ist die App weg, meldest du dich mit einem von ihnen an.
        Jeder gilt einmal.
      </Notice>
      <Box component="ol" sx={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4 }}>
        <Button
          variant="outlined"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'Wiederherstellungscodes.txt')}
        >
          Codes herunterladen
        </Button>
        <Button variant="outlined" onClick={() => void copy()}>
          Codes kopieren
        </Button>
        <Button variant="contained" onClick={onDone}>
          {doneLabel}
        </Button>
      </Box>
    </Box>
  );
}

const title = { fontWeight: 700, mb: 2, '&:focus': { outline: 'none' } } as const;

const list = {
  m: 0,
  pl: 8,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
  columnGap: 8,
  rowGap: 1,
  fontFamily: 'monospace',
  overflowWrap: 'anywhere',
} as const;
