import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { listBookableSlots } from '../../features/booking/contract.ts';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { getPictureUrl } from '../../shared/coach-picture.ts';
import { roleOfId } from '../../shared/roles.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { getCoach } from '../../features/coaches/introduction/contract.ts';
import { isNotFoundError } from '../../features/coaches/introduction/ui/isNotFoundError.ts';
import { IntroductionCard } from '../../features/coaches/introduction/ui/IntroductionCard.tsx';

/** The maximum number of free slots on the page. */
const maxSlots = 12;

/** The page /coach?id=…: a coach's introduction as participants see it, with the next free slots (reference 17.4). */
export default function CoachPage() {
  const [params] = useSearchParams();
  const { user } = useSession();
  const coachId = Number(params.get('id'));
  const isValidId = Number.isSafeInteger(coachId) && coachId > 0;
  const { data: response, error, isPending, refetch } = useApiQuery(getCoach, { coachId }, { enabled: isValidId });
  const profile = response?.data;
  const mayBook = user !== null && roleOfId(user.role.value) !== 'coach';
  if (!isValidId || isNotFoundError(error)) return <UnknownCoach />;
  return (
    <>
      <PageHeader title={profile?.coach ?? 'Coach'} />
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading blocks={1} height={200} />}
      {profile && (
        <Card sx={{ p: { xs: 4, sm: 6 }, mb: 6, maxWidth: 760 }}>
          <IntroductionCard
            coach={profile.coach}
            text={profile.text || 'Noch ohne Vorstellung.'}
            picture={profile.pictureId === null ? null : getPictureUrl(profile.pictureId)}
          />
        </Card>
      )}
      {profile && mayBook && <FreeSlots coachId={coachId} coach={profile.coach} rescheduledId={params.get('statt')} />}
    </>
  );
}

interface SlotsProps {
  coachId: number;
  coach: string;
  /**
   * The id of the booking that is being rescheduled, which the links pass on to the booking page; null if there is
   * none.
   */
  rescheduledId: string | null;
}

function FreeSlots({ coachId, coach, rescheduledId }: SlotsProps) {
  const freeSlots = useApiQuery(listBookableSlots, { coachId, limit: maxSlots });
  const slots = freeSlots.data?.data.slice(0, maxSlots) ?? [];
  const bookingPath = (day = '') => {
    const query = { coach: String(coachId), ...(day && { tag: day }), ...(rescheduledId && { statt: rescheduledId }) };
    return `/booking?${new URLSearchParams(query).toString()}`;
  };
  return (
    <Section title="Nächste freie Termine">
      {freeSlots.isError && <ErrorNotice error={freeSlots.error} retry={() => void freeSlots.refetch()} />}
      {freeSlots.isPending && <Loading blocks={1} height={120} />}
      {freeSlots.isSuccess && slots.length === 0 && (
        <Typography sx={{ mb: 4 }}>
          Gerade ist hier nichts frei. Unter „Termine buchen“ kannst du dich auf die Warteliste setzen.
        </Typography>
      )}
      {slots.length > 0 && (
        <Box component="ul" sx={chipGrid}>
          {slots.map(({ id, date, start, end, type }) => (
            <li key={id}>
              <Box component={RouterLink} to={bookingPath(date)} sx={chip}>
                <span>
                  {weekday(date).slice(0, 2)}, {germanDate(date).slice(0, 6)}
                </span>
                <strong>{start}</strong>
                <Box component="span" sx={visuallyHidden}>
                  {`bis ${end} Uhr${type === 'Speedcoaching' ? ',' : ''}`}
                </Box>
                {type === 'Speedcoaching' && <span>Speedcoaching</span>}
              </Box>
            </li>
          ))}
        </Box>
      )}
      {freeSlots.isSuccess && (
        <Button
          variant="contained"
          component={RouterLink}
          to={bookingPath()}
          aria-label={`Alle freien Termine: ${coach}`}
        >
          Alle freien Termine
        </Button>
      )}
    </Section>
  );
}

const chipGrid = {
  listStyle: 'none',
  m: 0,
  mb: 4,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(6rem, 100%), 1fr))',
  '& li': { display: 'grid', minWidth: 0 },
} as const;

const chip = {
  minWidth: 0,
  minHeight: 48,
  px: 2,
  py: 1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto)',
  justifyContent: 'center',
  justifyItems: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  color: 'text.primary',
  fontSize: '0.875rem',
  lineHeight: 1.3,
  textDecoration: 'none',
  '& strong': { fontSize: '1.125rem' },
  '&:hover': { borderColor: 'primary.main' },
} as const;

function UnknownCoach() {
  return (
    <>
      <PageHeader title="Coach" />
      <EmptyState
        picture="door"
        title="Diesen Coach gibt es hier nicht mehr."
        action={
          <Button variant="contained" component={RouterLink} to="/booking">
            Termine buchen
          </Button>
        }
      >
        Vielleicht ist bei anderen Coaches etwas frei.
      </EmptyState>
    </>
  );
}
