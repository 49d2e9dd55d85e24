import CollapseIcon from '@mui/icons-material/UnfoldLessOutlined';
import ExpandIcon from '@mui/icons-material/UnfoldMoreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { CoachFilter } from '../../features/coaches/ui/CoachFilter.tsx';
import { useCoachChip } from '../../features/coaches/ui/useCoachChip.ts';
import { germanDate } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { roles } from '../../shared/roles.ts';
import { idParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { saveBlob } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { usePrinting } from '../../web/printing.ts';
import { useSession } from '../../web/session.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { ButtonPlaceholders } from '../../web/ui/buttons/ButtonPlaceholders.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PrintOnly } from '../../web/ui/layout/PrintOnly.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { planCsv } from './planCsv.ts';
import { countFree } from './planDay.ts';
import { PlanSheet } from './PlanSheet.tsx';
import { PlanTimeline } from './PlanTimeline.tsx';
import { usePlan } from './usePlan.ts';
import { usePlanView } from './usePlanView.ts';
import { useRange, type Range } from '../../web/ui/fields/range.ts';
import { RangeFilter } from '../../web/ui/fields/RangeFilter.tsx';

/** The ids of the chosen coach and of the appointment that a link leads to. */
const filterParams = { coachId: idParam('coach'), linkedId: idParam('termin') };

/**
 * The booked and missed appointments and the open slots in a range of days (reference 7.6). By default the range is
 * today. Coaches see their own plan. Admins see the plan of all coaches, or choose one coach.
 */
export default function DailyPlanPage() {
  const { user } = useSession();
  const asAdmin = user?.role.value === roles.admin.value;
  const rangeState = useRange();
  const { range, isValid } = rangeState;
  const { filters, setFilters } = useSearchFilters(filterParams);
  const { coachId, linkedId } = filters;
  const showAllCoaches = () => setFilters({ coachId: null });
  const chips = useCoachChip(asAdmin ? coachId : null, showAllCoaches);
  const plan = usePlan(range, isValid, asAdmin, coachId);
  const printedCoach = asAdmin
    ? coachId !== null && plan.entries?.[0]?.coachFullName
    : user && `${user.firstName} ${user.lastName}`;
  const isPhone = !useMinWidth(600);
  const exportButtons = <ExportButtons range={range} asAdmin={asAdmin} plan={plan} />;
  return (
    <>
      <PageHeader dense title="Tagesplan" actions={isPhone ? undefined : exportButtons} />
      {printedCoach && <PrintOnly>Coach: {printedCoach}</PrintOnly>}
      <RangeFilter {...rangeState} moreInSheet={exportButtons}>
        {asAdmin && <CoachFilter coach={coachId} onChange={(newCoachId) => setFilters({ coachId: newCoachId })} />}
      </RangeFilter>
      <FilterChips chips={chips} onReset={showAllCoaches} />
      {plan.error && <ErrorNotice error={plan.error} retry={plan.retry} />}
      {plan.isLoading && <Loading blocks={6} height={52} />}
      {plan.entries && (
        <Box aria-busy={plan.isOutdated} sx={{ opacity: plan.isOutdated ? 0.6 : 1 }}>
          <Plan
            key={`${range.from} ${range.till} ${coachId}`}
            range={range}
            asAdmin={asAdmin}
            linkedId={linkedId}
            plan={plan}
          />
        </Box>
      )}
    </>
  );
}

interface PlanProps {
  range: Range;
  asAdmin: boolean;
  /** The id of the appointment that a link led to; null without a link. */
  linkedId: number | null;
  plan: ReturnType<typeof usePlan>;
}

function Plan({ range, asAdmin, linkedId, plan }: PlanProps) {
  const { entries = [], openSlots, isOutdated } = plan;
  const now = useNow();
  const today = now.date;
  const isPrinting = usePrinting();
  const isOnlyToday = range.from === today && range.till === today;
  const view = usePlanView(entries, linkedId, isOnlyToday);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 40 }}>
        {!isOutdated && (
          <Summary range={range} appointmentCount={entries.length} freeCount={countFree(openSlots, now)} />
        )}
        {entries.length > 0 && !isOutdated && (
          <ExpandAllButton
            areAllExpanded={view.areAllExpanded}
            onClick={() => view.setAllExpanded(!view.areAllExpanded)}
          />
        )}
      </Box>
      {entries.length === 0 && <NothingBooked hasOpenSlots={openSlots.length > 0} />}
      <div className="no-print">
        <PlanTimeline
          view={view}
          openSlots={openSlots}
          asAdmin={asAdmin}
          linkedId={linkedId}
          beginsAtNow={isOnlyToday && linkedId === null}
        />
      </div>
      {isPrinting && entries.length > 0 && <PlanSheet entries={entries} withCoach={asAdmin} />}
    </>
  );
}

/** The button that expands or collapses all appointments. On a phone it is an icon beside the summary. */
function ExpandAllButton({ areAllExpanded, onClick }: { areAllExpanded: boolean; onClick: () => void }) {
  const isPhone = !useMinWidth(600);
  const label = areAllExpanded ? 'Alle zuklappen' : 'Alle aufklappen';
  if (!isPhone)
    return (
      <Button className="no-print" onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <IconButton className="no-print" aria-label={label} title={label} onClick={onClick}>
      {areAllExpanded ? <CollapseIcon /> : <ExpandIcon />}
    </IconButton>
  );
}

/** The buttons to export and print the plan; for an empty plan only their space is reserved. */
function ExportButtons({ range, asAdmin, plan: { entries, isOutdated } }: Omit<PlanProps, 'linkedId'>) {
  if (!entries || entries.length === 0 || isOutdated)
    return <ButtonPlaceholders labels={['Als CSV exportieren', 'Drucken']} />;
  const name = `Tagesplan ${range.from} bis ${range.till}.csv`;
  const createCsv = () => planCsv(entries, { withCoach: asAdmin });
  return (
    <>
      <Button variant="outlined" onClick={() => saveBlob(new Blob([createCsv()], { type: 'text/csv' }), name)}>
        Als CSV exportieren
      </Button>
      <Button variant="outlined" onClick={() => print()}>
        Drucken
      </Button>
    </>
  );
}

interface SummaryProps {
  range: Range;
  appointmentCount: number;
  /** How many free slots are listed between the appointments. */
  freeCount: number;
}

/** Says how many appointments the plan has, and on the screen how many free slots. Paper has only the appointments. */
function Summary({ range, appointmentCount, freeCount }: SummaryProps) {
  return (
    <Typography role="status" sx={{ fontSize: { xs: 'body2.fontSize', sm: 'body1.fontSize' } }}>
      Vom {germanDate(range.from)} bis {germanDate(range.till)} {appointmentCount === 1 ? 'wurde' : 'wurden'}{' '}
      {formatCount(appointmentCount, 'Termin', 'Termine')} gefunden
      {freeCount > 0 && <span className="no-print">, dazu {formatCount(freeCount, 'freier', 'freie')}</span>}
    </Typography>
  );
}

function NothingBooked({ hasOpenSlots }: { hasOpenSlots: boolean }) {
  if (hasOpenSlots)
    return <Typography sx={{ color: 'text.secondary' }}>In diesen Tagen ist noch nichts gebucht.</Typography>;
  return (
    <EmptyState picture="calendar" title="Keine Termine gefunden">
      Hier stehen Termine, sobald Teilnehmer:innen sie gebucht haben.
    </EmptyState>
  );
}
