import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatMarkup, type MarkupCounts, nameMarkup } from '../rules.ts';
import { useBackCloses } from '../../../../web/address/useBackCloses.ts';

interface Props {
  markup: MarkupCounts;
  onChoose: (what: 'document' | 'cleanCopy') => void;
  onClose: () => void;
}

/** Asks whether to download a document with its tracked changes and comments, or its clean copy (reference 5.16). */
export default function DownloadQuestion({ markup, onChoose, onClose }: Props) {
  const id = useId();
  useBackCloses(true, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      scroll="body"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>Mit oder ohne {nameMarkup(markup)}?</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`}>
          Diese Datei enthält noch {formatMarkup(markup, ' und ')}. Zum Verschicken nimm die Reinschrift.
        </Typography>
        <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
          In der Reinschrift sind alle Änderungen angenommen. Kommentare, gelöschter Text und die Namen derer, die
          mitgeschrieben haben, sind nicht mehr darin.
        </Typography>
      </DialogContent>
      <DialogActions sx={actionsStyle}>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button variant="outlined" onClick={() => onChoose('document')}>
          Mit {nameMarkup(markup).replace('Kommentare', 'Kommentaren')}
        </Button>
        <Button variant="contained" autoFocus onClick={() => onChoose('cleanCopy')}>
          Reinschrift herunterladen
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** One below the other, since the labels have no room side by side in a dialog of this width. */
const actionsStyle = {
  flexDirection: 'column',
  alignItems: 'stretch',
  '& > :not(style) ~ :not(style)': { ml: 0 },
} as const;
