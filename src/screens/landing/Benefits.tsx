import CalendarIcon from '@mui/icons-material/EventAvailableOutlined';
import DocumentIcon from '@mui/icons-material/FactCheckOutlined';
import PeopleIcon from '@mui/icons-material/Diversity1Outlined';
import StarIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

const benefits = [
  {
    Icon: StarIcon,
    title: 'Top-Coaches',
    text: 'Unsere Coaches kennen den Arbeitsmarkt und wissen, worauf Unternehmen achten.',
  },
  {
    Icon: DocumentIcon,
    title: 'Unterlagen-Check',
    text: 'Lade Lebenslauf und Anschreiben hoch. Du bekommst sie überarbeitet zurück.',
  },
  {
    Icon: CalendarIcon,
    title: 'Einzelcoachings',
    text: 'Buche bis zu drei Termine, in denen es nur um dich und deine Fragen geht.',
  },
  {
    Icon: PeopleIcon,
    title: 'Unterstützung',
    text: 'Vom ersten Entwurf bis zum Vorstellungsgespräch: Du gehst den Weg nicht allein.',
  },
];

/** The four benefits of a coaching (reference 1.8). */
export function Benefits() {
  return (
    <Box component="section" aria-labelledby="vorteile">
      <Typography id="vorteile" variant="h2" sx={{ mb: 6 }}>
        Das bekommst du bei uns
      </Typography>
      <Box
        component="ul"
        sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: { xs: 6, md: 8 }, gridTemplateColumns }}
      >
        {benefits.map(({ Icon, title, text }) => (
          <Box key={title} component="li" sx={{ display: 'flex', flexDirection: { xs: 'row', sm: 'column' }, gap: 4 }}>
            <Box sx={badge}>
              <Icon />
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h3">{title}</Typography>
              <Typography sx={{ mt: 1, color: 'text.secondary' }}>{text}</Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const gridTemplateColumns = { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' };

const badge = {
  flex: 'none',
  width: 52,
  height: 52,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '16px',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
} as const;
