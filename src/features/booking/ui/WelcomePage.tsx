import ArrowIcon from '@mui/icons-material/ArrowForward';
import DoneIcon from '@mui/icons-material/CheckCircle';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useSession } from '../../web/session.ts';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { HeroPicture } from '../../accounts/ui/HeroPicture.tsx';
import { getFiles } from '../../files/contract.ts';
import { useAsk } from '../../web/query.ts';
import { bookable, myAppointment } from '../contract.ts';
import { attendingStanding, bookingStanding, documentsStanding, ratingStanding, type Standing } from './journey.ts';

const steps = [
  {
    title: 'Unterlagen hochladen',
    text: 'Lade deine Unterlagen in bearbeitbarer Form hoch, mindestens den Lebenslauf als Word-Dokument.',
    to: '/files',
    link: 'Zu meinen Unterlagen',
  },
  {
    title: 'Termine buchen',
    text: 'Buche zwei Termine mit ein paar Tagen Abstand. So bleibt Zeit, das Besprochene umzusetzen.',
    to: '/booking',
    link: 'Termine buchen',
  },
  {
    title: 'Am Coaching teilnehmen',
    text: 'Am Tag des Termins kommst du über die Bestätigung oder den Link unter „Meine Termine“ ins Gespräch.',
    to: '/appointments',
    link: 'Zu meinen Terminen',
  },
  {
    title: 'Ergebnis abholen und bewerten',
    text: 'Deine überarbeiteten Dokumente findest du unter „Meine Unterlagen“. Unter „Meine Termine“ kannst du das Coaching bewerten.',
    to: '/files',
    link: 'Dokumente ansehen',
    also: { to: '/appointments', link: 'Coaching bewerten' },
  },
];

/** Where a participant lands: how a coaching goes, in four steps, and how far they are (spec §2). */
export default function WelcomePage() {
  const { user } = useSession();
  const standings = useStandings();
  return (
    <>
      <Box sx={intro}>
        <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`}>
          Schön, dass du da bist. In vier Schritten kommst du zu Unterlagen, hinter denen du stehst. Das Coaching ist
          kostenlos und bleibt es auch nach deiner Qualifizierung.
        </PageHeader>
        <HeroPicture />
      </Box>
      <Typography variant="h2" sx={{ mb: 5 }}>
        So läuft dein Coaching ab
      </Typography>
      <Box component="ol" sx={list}>
        {steps.map(({ title, text, to, link, also }, index) => (
          <Card key={title} component="li" sx={step}>
            <Box aria-hidden sx={number}>
              {index + 1}
            </Box>
            <Typography variant="h3">{title}</Typography>
            <Typography sx={{ color: 'text.secondary', flex: 1 }}>{text}</Typography>
            <StandingLine standing={standings[index]} />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -3, columnGap: 2 }}>
              <Button component={Link} to={to} endIcon={<ArrowIcon />}>
                {link}
              </Button>
              {also && (
                <Button component={Link} to={also.to} endIcon={<ArrowIcon />}>
                  {also.link}
                </Button>
              )}
            </Box>
          </Card>
        ))}
      </Box>
    </>
  );
}

/** How far each step is; undefined while that is asked, null where the answer did not come. No step waits for another. */
function useStandings(): (Standing | null | undefined)[] {
  const files = useAsk(getFiles, {});
  // One slot is the smallest answer that holds the quota.
  const free = useAsk(bookable, { limit: 1 });
  const mine = useAsk(myAppointment, {});
  const own = <Answer,>({ data, error }: { data: Answer | undefined; error: unknown }, say: (a: Answer) => Standing) =>
    data === undefined ? (error ? null : undefined) : say(data);
  return [
    own(files, ({ editableFile }) => documentsStanding(editableFile)),
    own(free, ({ meta }) => bookingStanding(meta.quota)),
    own(mine, ({ data }) => attendingStanding(data)),
    own(mine, ({ data }) => ratingStanding(data)),
  ];
}

function StandingLine({ standing }: { standing: Standing | null | undefined }) {
  if (standing === undefined) return <Box className="skeleton" sx={{ height: 24, width: '70%', my: 0.5 }} />;
  const { done, text } = standing ?? { done: false, text: 'Dein Stand lässt sich gerade nicht laden.' };
  const Icon = done ? DoneIcon : OpenIcon;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      {standing && (
        <Icon
          titleAccess={done ? 'Erledigt' : 'Offen'}
          sx={{ mt: '2px', fontSize: '1.375rem', color: done ? 'success.main' : 'text.secondary' }}
        />
      )}
      <Typography sx={{ minWidth: 0, fontWeight: standing ? 600 : 400 }}>{text}</Typography>
    </Box>
  );
}

const intro = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.4fr 1fr' },
  gap: { xs: 4, md: 10 },
  alignItems: 'center',
  mb: 10,
  '& svg': { maxHeight: { xs: 220, md: 280 } },
} as const;

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

const step = { p: { xs: 5, sm: 6 }, display: 'flex', flexDirection: 'column', gap: 2 } as const;

const number = {
  width: 40,
  height: 40,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  fontWeight: 700,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  mb: 1,
} as const;
