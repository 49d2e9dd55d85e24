import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LoadingNotice } from '../../../../web/ui/notices/LoadingNotice.tsx';

/** Stands in the place of an open view while its code loads. It can be closed: without a connection that never ends. */
export function OpeningView({ onClose }: { onClose: () => void }) {
  return (
    <Box sx={{ p: 4 }}>
      <LoadingNotice />
      <Button variant="outlined" autoFocus onClick={onClose}>
        Schließen
      </Button>
    </Box>
  );
}
