import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { EmptyState } from './ui/EmptyState.tsx';
import { PageHeader } from './ui/PageHeader.tsx';

/** What every route shows when it breaks (spec §2), with a way on. `bare` stands without the shell around it. */
export function RouteFallback({ bare = false }: { bare?: boolean }) {
  const content = (
    <Box role="alert">
      <PageHeader title="Entschuldigung" />
      <EmptyState
        picture="cloud"
        title="Da ist etwas schiefgelaufen. Bitte versuche es später erneut."
        action={
          <>
            <Button variant="contained" onClick={() => location.reload()}>
              Seite neu laden
            </Button>
            <Button href="/">Zur Startseite</Button>
          </>
        }
      />
    </Box>
  );
  return bare ? (
    <Box component="main" sx={{ maxWidth: 1200, mx: 'auto', p: 6 }}>
      {content}
    </Box>
  ) : (
    content
  );
}
