import Box from '@mui/material/Box';
import { PageHeader } from '../web/ui/layout/PageHeader.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';

/** Shown when a route fails (reference 1.9), with buttons to continue. */
export function RouteFallback({ withoutShell = false }: { withoutShell?: boolean }) {
  return (
    <Box role="alert" sx={withoutShell ? { maxWidth: 1200, mx: 'auto', p: 6 } : {}}>
      <PageHeader title="Entschuldigung">Da ist etwas schiefgelaufen. Bitte versuche es später erneut.</PageHeader>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <PlainButton outlined onClick={() => location.reload()}>
          Seite neu laden
        </PlainButton>
        <PlainButton onClick={() => location.assign('/')}>Zur Startseite</PlainButton>
      </Box>
    </Box>
  );
}
