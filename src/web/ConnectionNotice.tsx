import Box from '@mui/material/Box';
import { useLostConnection } from './connection.ts';
import { PlainButton } from './ui/PlainButton.tsx';

/** Tells that there is no connection, and that what was asked for comes by itself once there is one again. */
export function ConnectionNotice() {
  const look = useLostConnection();
  return (
    <Box role="status" className="no-print">
      {look && (
        <Box sx={strip}>
          Keine Verbindung. Es geht von selbst weiter, sobald sie wieder da ist.
          <PlainButton outlined onClick={look}>
            Jetzt versuchen
          </PlainButton>
        </Box>
      )}
    </Box>
  );
}

const strip = {
  position: 'fixed',
  bottom: 0,
  left: 0,
  right: 0,
  zIndex: 'snackbar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 4,
  rowGap: 1,
  px: 4,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.primary',
  boxShadow: 8,
} as const;
