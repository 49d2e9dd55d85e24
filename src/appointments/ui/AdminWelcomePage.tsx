import ArrowIcon from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useSession } from '../../web/session.ts';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { Picture } from '../../web/ui/Picture.tsx';

/** Where an admin lands: the way to the calendar's import. */
export default function AdminWelcomePage() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`}>
        Von hier aus wird das Coaching verwaltet. Alle Bereiche stehen auch im Menü oben links.
      </PageHeader>
      <Card
        sx={{
          p: { xs: 5, sm: 8 },
          maxWidth: 760,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
          gap: { xs: 4, sm: 8 },
          alignItems: 'center',
        }}
      >
        <Picture name="calendar" width={180} />
        <Box>
          <Typography variant="h2" sx={{ mb: 2 }}>
            Termine aus einer Datei anlegen
          </Typography>
          <Typography sx={{ mb: 4, color: 'text.secondary', maxWidth: '60ch' }}>
            Kalender mehrerer Coaches stehen oft schon in einer Tabelle. Als CSV-Datei gespeichert, wird daraus in einem
            Schritt eine Reihe freier Termine.
          </Typography>
          <Button component={Link} to="/new-appointment-upload" variant="contained" endIcon={<ArrowIcon />}>
            Zum Termin Upload
          </Button>
        </Box>
      </Card>
    </>
  );
}
