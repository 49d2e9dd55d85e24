import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useBackCloses } from '../../address/useBackCloses.ts';

interface Props {
  onClose: () => void;
  children: ReactNode;
}

/** The sheet at the bottom of a phone with the filters of a list. They take effect at once, while it is open. */
export default function FilterSheet({ onClose, children }: Props) {
  useBackCloses(true, onClose);
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      className="no-print"
      slotProps={{
        paper: { 'aria-label': 'Filter', sx: { borderRadius: '16px 16px 0 0', maxHeight: '88dvh', px: 4, py: 3 } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 3 }}>
        <Typography variant="h2" component="p">
          Filter
        </Typography>
        <IconButton aria-label="Filter schließen" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      {children}
      <Box sx={{ position: 'sticky', bottom: -12, zIndex: 1, pt: 3, pb: 3, mb: -3, bgcolor: 'background.paper' }}>
        <Button variant="contained" fullWidth onClick={onClose}>
          Anzeigen
        </Button>
      </Box>
    </Drawer>
  );
}
