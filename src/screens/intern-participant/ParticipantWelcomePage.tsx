import ArrowIcon from '@mui/icons-material/ArrowForward';
import DoneIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useSession } from '../../web/session.ts';
import { useNow } from '../../web/clock.ts';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { getFiles } from '../../features/files/contract.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { listBookableSlots, listMyAppointments } from '../../features/booking/contract.ts';
import { useOpenOffers } from '../../features/booking/ui/useOpenOffers.ts';
import {
  attendingStatus,
  bookingStatus,
  describeAnswer,
  documentsStatus,
  findNextStep,
  ratingStatus,
  countUnrated,
  type CoachAnswer,
  type NextStep,
  type StepStatus,
} from './coachingSteps.ts';
import { AnswerCard } from './AnswerCard.tsx';
import { WelcomePicture } from './WelcomePicture.tsx';

export { cacheAnswers } from './cacheAnswers.ts';

const steps = [
  {
    title: 'Unterlagen hochladen',
    text: 'In bearbeitbarer Form, mindestens den Lebenslauf als Word-Dokument (docx).',
    to: '/files',
  },
  {
    title: 'Termine buchen',
    text: 'Am besten zwei mit ein paar Tagen Abstand. So bleibt Zeit, das Besprochene umzusetzen.',
    to: '/booking',
  },
  {
    title: 'Am Coaching teilnehmen',
    text: 'Am Tag selbst, über die Bestätigung oder den Link unter „Meine Termine“.',
    to: '/appointments',
  },
  {
    title: 'Ergebnis abholen und bewerten',
    text: 'Die überarbeiteten Dokumente stehen unter „Meine Unterlagen“, die Bewertung unter „Meine Termine“.',
    to: '/files',
    // The text of the second link depends on whether there is something to rate.
    secondTo: '/appointments',
  },
];

/** A participant's home page: the next step, and the progress in the four steps of a coaching (reference 4.12). */
export default function ParticipantWelcomePage() {
  const { user } = useSession();
  const { statuses, next, answer, canRate, retry } = useStepStatuses();
  return (
    <>
      <Box sx={intro}>
        <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`} dense />
        <Typography sx={introText}>
          Schön, dass du da bist. In vier Schritten kommst du zu Unterlagen, hinter denen du stehst. Das Coaching ist
          kostenlos und bleibt es auch nach deiner Qualifizierung.
        </Typography>
        <WelcomePicture />
      </Box>
      {answer?.isNew && next !== undefined && next?.to !== answer.path && <AnswerCard answer={answer} />}
      <NextStepCard step={next} answer={answer} retry={retry} />
      <Typography variant="h2" sx={{ mb: 3 }}>
        So läuft dein Coaching ab
      </Typography>
      <Box component="ol" sx={list}>
        {steps.map(({ title, text, to, secondTo }, index) => {
          const status = statuses[index];
          return (
            <Box component="li" key={title} sx={stepStyle}>
              <StepMark number={index + 1} done={status?.done ?? false} />
              <Box sx={{ minWidth: 0, pb: { xs: 3, md: 0 } }}>
                <Typography variant="h3">
                  <Box component={Link} to={to} sx={stepLink}>
                    {title}
                  </Box>
                </Typography>
                <Typography
                  variant="body2"
                  sx={status?.done ? { ...stepText, display: { xs: 'none', sm: 'block' } } : stepText}
                >
                  {text}
                </Typography>
                <StatusLine status={status} />
                {secondTo && (
                  // The link is above the first one, which covers the whole step.
                  <Box sx={{ position: 'relative', zIndex: 1, mt: 1 }}>
                    <TextLink to={secondTo}>{canRate ? 'Coaching bewerten' : 'Meine Termine'}</TextLink>
                  </Box>
                )}
              </Box>
            </Box>
          );
        })}
      </Box>
    </>
  );
}

/** The number of a step, or a tick once it is done. */
function StepMark({ number, done }: { number: number; done: boolean }) {
  return (
    <Box sx={done ? { ...stepMark, ...doneMark } : stepMark}>
      {done ? <DoneIcon titleAccess="Erledigt" fontSize="small" /> : number}
    </Box>
  );
}

interface NextStepCardProps {
  /** Undefined while it is loading, and null if loading failed. */
  step: NextStep | null | undefined;
  /** What the coach has sent back, or null. */
  answer: CoachAnswer | null;
  retry: () => void;
}

/** The large card with the next step. */
function NextStepCard({ step, answer, retry }: NextStepCardProps) {
  return (
    <Card component="section" aria-label="Dein nächster Schritt" sx={nextStepCard}>
      {step === undefined ? (
        <Box className="skeleton" sx={{ height: 128 }} />
      ) : step === null ? (
        <>
          <Typography role="alert" sx={{ mb: 3 }}>
            Dein nächster Schritt lässt sich gerade nicht laden.
          </Typography>
          <Button variant="outlined" onClick={retry}>
            Noch einmal versuchen
          </Button>
        </>
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
          {answer && !answer.isNew && step.to !== answer.path && (
            <Typography sx={{ mt: 4, maxWidth: '70ch', overflowWrap: 'anywhere' }}>
              {answer.text} <TextLink to={answer.path}>Ansehen</TextLink>
            </Typography>
          )}
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
  /** What the coach has sent back; null if there is nothing, and while the documents are loading. */
  answer: CoachAnswer | null;
  /** Whether a coaching can be rated; false while the appointments are loading. */
  canRate: boolean;
  /** Loads again what could not be loaded. */
  retry: () => void;
} {
  const files = useApiQuery(getFiles, {});
  // The smallest response that contains the quota.
  const slots = useApiQuery(listBookableSlots, { limit: 1 });
  const appointments = useApiQuery(listMyAppointments, {});
  const offers = useOpenOffers();
  const { date: today } = useNow();
  const statusOf = <Data,>(
    { data, error }: { data: Data | undefined; error: unknown },
    toStatus: (loaded: Data) => StepStatus,
  ) => {
    if (data !== undefined) return toStatus(data);
    return error ? null : undefined;
  };
  const answer = files.data ? describeAnswer(files.data.files, today) : null;
  const hasFailed = [files, slots, appointments].some(({ data, error }) => data === undefined && error);
  const next =
    files.data && slots.data && appointments.data && offers !== undefined
      ? findNextStep({
          hasEditableFile: files.data.editableFile,
          bookedCount: slots.data.meta.quota.used,
          appointments: appointments.data.data,
          offers: offers ?? [],
          answer,
          today,
        })
      : hasFailed
        ? null
        : undefined;
  const statuses = [
    statusOf(files, ({ editableFile: hasEditableFile }) => documentsStatus(hasEditableFile)),
    statusOf(slots, ({ meta }) => bookingStatus(meta.quota)),
    statusOf(appointments, ({ data }) => attendingStatus(data)),
    statusOf(appointments, ({ data }) => ratingStatus(data)),
  ];
  const retry = () => {
    for (const query of [files, slots, appointments]) if (query.error) void query.refetch();
  };
  return { statuses, next, answer, canRate: countUnrated(appointments.data?.data ?? []) > 0, retry };
}

function StatusLine({ status }: { status: StepStatus | null | undefined }) {
  if (status === undefined) return <Box className="skeleton" sx={{ height: 21, width: '70%' }} />;
  const text = status?.text ?? 'Dein Stand lässt sich gerade nicht laden.';
  return (
    <Typography variant="body2" sx={{ minWidth: 0, fontWeight: status ? 600 : 400 }}>
      {text}
    </Typography>
  );
}

/** On a phone the picture is beside the title and the text below both, on a wide screen the picture is beside both. */
const intro = {
  mb: { xs: 4, md: 6 },
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: { xs: '"title picture" "text text"', sm: '"title picture" "text picture"' },
  gridTemplateRows: { sm: '1fr 1fr' },
  columnGap: { xs: 3, md: 10 },
  alignItems: { xs: 'center', sm: 'start' },
  '& > div': { alignSelf: { sm: 'end' } },
  '& > svg': { gridArea: 'picture' },
} as const;

const introText = { gridArea: 'text', maxWidth: '70ch', color: 'text.secondary' } as const;

const nextStepCard = {
  mb: { xs: 6, sm: 8 },
  p: { xs: 4, sm: 6 },
  // The height that the card has for most steps, so that nothing below moves when the next step has loaded.
  minHeight: { xs: 257, sm: 221 },
  borderLeft: '6px solid',
  borderLeftColor: 'primary.main',
} as const;

/** On a phone the steps are below each other, on a wide screen side by side. */
const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(4, minmax(0, 1fr))' },
} as const;

const markSize = 32;

/** A step, with a line from its mark to that of the next step. */
const stepStyle = {
  position: 'relative',
  pr: { md: 5 },
  display: 'grid',
  gridTemplateColumns: { xs: `${markSize}px minmax(0, 1fr)`, md: 'minmax(0, 1fr)' },
  columnGap: 3,
  rowGap: 2,
  alignContent: 'start',
  '&:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: { xs: markSize / 2 - 1, md: markSize },
    right: { xs: 'auto', md: 0 },
    top: { xs: markSize, md: markSize / 2 - 1 },
    bottom: { xs: 0, md: 'auto' },
    width: { xs: 2, md: 'auto' },
    height: { xs: 'auto', md: 2 },
    bgcolor: 'divider',
  },
} as const;

const stepMark = {
  width: markSize,
  height: markSize,
  display: 'grid',
  placeItems: 'center',
  border: '2px solid',
  borderColor: 'primary.main',
  borderRadius: '50%',
  color: 'primary.main',
  fontWeight: 700,
} as const;

const doneMark = { bgcolor: 'primary.main', color: 'primary.contrastText' } as const;

/** The link of a step, which can be clicked anywhere on the step. */
const stepLink = {
  color: 'inherit',
  textUnderlineOffset: '0.2em',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const;

const stepText = { color: 'text.secondary', maxWidth: '60ch' } as const;
