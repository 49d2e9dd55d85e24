import Box from '@mui/material/Box';
import { BusyButton } from './BusyButton.tsx';

/** The button 'Mehr laden' below a list whose next page is requested from the server. */
export function LoadMoreButton({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <Box className="no-print" sx={{ display: 'flex', justifyContent: 'center', my: 6 }}>
      <BusyButton variant="outlined" busy={busy} busyText="Lädt..." onClick={onMore}>
        Mehr laden
      </BusyButton>
    </Box>
  );
}
