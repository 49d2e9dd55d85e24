import ArrowIcon from '@mui/icons-material/ArrowForward';
import DoneIcon from '@mui/icons-material/CheckCircle';
import NotDoneIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useSession } from '../../web/session.ts';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { HeroPicture } from '../../features/accounts/ui/HeroPicture.tsx';
import { getFiles } from '../../features/files/contract.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { listBookableSlots, listMyAppointments } from '../../features/booking/contract.ts';
import {
  attendingStatus,
  bookingStatus,
  documentsStatus,
  findNextStep,
  ratingStatus,
  countUnrated,
  type NextStep,
  type StepStatus,
} from './coachingSteps.ts';

const steps = [
  {
    title: 'Unterlagen hochladen',
    text: 'Lade deine Unterlagen in bearbeitbarer Form hoch, mindestens den Lebenslauf als Word-Dokument.',
    to: '/files',
    linkText: 'Zu meinen Unterlagen',
  },
  {
    title: 'Termine buchen',
    text: 'Buche zwei Termine mit ein paar Tagen Abstand. So bleibt Zeit, das Besprochene umzusetzen.',
    to: '/booking',
    linkText: 'Termine buchen',
  },
  {
    title: 'Am Coaching teilnehmen',
    text: 'Am Tag des Termins kommst du über die Bestätigung oder den Link unter „Meine Termine“ ins Gespräch.',
    to: '/appointments',
    linkText: 'Zu meinen Terminen',
  },
  {
    title: 'Ergebnis abholen und bewerten',
    text: 'Deine überarbeiteten Dokumente findest du unter „Meine Unterlagen“. Unter „Meine Termine“ kannst du das Coaching bewerten.',
    to: '/files',
    linkText: 'Dokumente ansehen',
    // The text of the second link depends on whether there is something to rate.
    secondTo: '/appointments',
  },
];

/** A participant's home page: the four steps of a coaching, and the status of each (reference 4.12). */
export default function ParticipantWelcomePage() {
  const { user } = useSession();
  const { statuses, next, canRate } = useStepStatuses();
  return (
    <>
      <Box sx={intro}>
        <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`}>
          Schön, dass du da bist. In vier Schritten kommst du zu Unterlagen, hinter denen du stehst. Das Coaching ist
          kostenlos und bleibt es auch nach deiner Qualifizierung.
        </PageHeader>
        <HeroPicture />
      </Box>
      <NextStepCard step={next} />
      <Typography variant="h2" sx={{ mb: 5 }}>
        So läuft dein Coaching ab
      </Typography>
      <Box component="ol" sx={list}>
        {steps.map(({ title, text, to, linkText, secondTo }, index) => (
          <Card key={title} component="li" sx={stepCard}>
            <Box aria-hidden sx={stepNumber}>
              {index + 1}
            </Box>
            <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
              <Typography variant="h3">{title}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '70ch' }}>
                {text}
              </Typography>
              <StatusLine status={statuses[index]} />
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
              <Button component={Link} to={to} endIcon={<ArrowIcon />}>
                {linkText}
              </Button>
              {secondTo && (
                <Button component={Link} to={secondTo} endIcon={<ArrowIcon />}>
                  {canRate ? 'Coaching bewerten' : 'Meine Termine'}
                </Button>
              )}
            </Box>
          </Card>
        ))}
      </Box>
    </>
  );
}

/** The large card with the next step; `step` is undefined while it is loading, and null if loading failed. */
function NextStepCard({ step }: { step: NextStep | null | undefined }) {
  if (step === null) return null;
  return (
    <Card component="section" aria-label="Dein nächster Schritt" sx={nextStepCard}>
      {step === undefined ? (
        <Box className="skeleton" sx={{ height: 128 }} />
      ) : (
        <>
          <Typography sx={{ color: 'text.secondary', fontWeight: 600 }}>Dein nächster Schritt</Typography>
          <Typography variant="h2" sx={{ mt: 1 }}>
            {step.title}
          </Typography>
          <Typography sx={{ mt: 1, mb: 3, maxWidth: '60ch' }}>{step.text}</Typography>
          <Button variant="contained" size="large" component={Link} to={step.to} endIcon={<ArrowIcon />}>
            {step.linkText}
          </Button>
        </>
      )}
    </Card>
  );
}

/**
 * Returns the status of each step, which is undefined while it is loading and null if loading failed. The statuses load
 * independently; the next step is known once all of them have loaded.
 */
function useStepStatuses(): {
  statuses: (StepStatus | null | undefined)[];
  next: NextStep | null | undefined;
  /** Whether a coaching can be rated; false while the appointments are loading. */
  canRate: boolean;
} {
  const files = useApiQuery(getFiles, {});
  // The smallest response that contains the quota.
  const slots = useApiQuery(listBookableSlots, { limit: 1 });
  const appointments = useApiQuery(listMyAppointments, {});
  const statusOf = <Data,>(
    { data, error }: { data: Data | undefined; error: unknown },
    toStatus: (loaded: Data) => StepStatus,
  ) => {
    if (data !== undefined) return toStatus(data);
    return error ? null : undefined;
  };
  const hasFailed = [files, slots, appointments].some(({ data, error }) => data === undefined && error);
  const allLoaded = files.data && slots.data && appointments.data;
  const next = allLoaded
    ? findNextStep(files.data.editableFile, slots.data.meta.quota, appointments.data.data)
    : hasFailed
      ? null
      : undefined;
  const statuses = [
    statusOf(files, ({ editableFile: hasEditableFile }) => documentsStatus(hasEditableFile)),
    statusOf(slots, ({ meta }) => bookingStatus(meta.quota)),
    statusOf(appointments, ({ data }) => attendingStatus(data)),
    statusOf(appointments, ({ data }) => ratingStatus(data)),
  ];
  return { statuses, next, canRate: countUnrated(appointments.data?.data ?? []) > 0 };
}

function StatusLine({ status }: { status: StepStatus | null | undefined }) {
  if (status === undefined) return <Box className="skeleton" sx={{ height: 24, width: '70%', my: 0.5 }} />;
  const { done, text } = status ?? { done: false, text: 'Dein Stand lässt sich gerade nicht laden.' };
  const Icon = done ? DoneIcon : NotDoneIcon;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      {status && (
        <Icon
          titleAccess={done ? 'Erledigt' : 'Offen'}
          sx={{ mt: '2px', fontSize: '1.375rem', color: done ? 'success.main' : 'text.secondary' }}
        />
      )}
      <Typography sx={{ minWidth: 0, fontWeight: status ? 600 : 400 }}>{text}</Typography>
    </Box>
  );
}

const intro = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.4fr 1fr' },
  gap: { xs: 4, md: 10 },
  alignItems: 'center',
  mb: { xs: 4, md: 6 },
  '& svg': { maxHeight: { xs: 110, md: 220 } },
} as const;

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
} as const;

const nextStepCard = {
  mb: 8,
  p: { xs: 4, sm: 6 },
  // The height that the card has for most steps, so that nothing below moves when the next step has loaded.
  minHeight: { xs: 259, sm: 221 },
  borderLeft: '6px solid',
  borderLeftColor: 'primary.main',
} as const;

const stepCard = {
  px: { xs: 4, sm: 5 },
  py: 3,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  alignItems: 'center',
} as const;

const stepNumber = {
  flex: 'none',
  width: 32,
  height: 32,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  fontWeight: 700,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
} as const;
