import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Collapse from '@mui/material/Collapse';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type { Theme } from '@mui/material/styles';
import { CalendarFileButton } from '../../features/calendar-feed/ui/CalendarFileButton.tsx';
import { AttendanceQuestion, isAttendanceOpen } from '../../features/booking/ui/AttendanceQuestion.tsx';
import { canReportAttendance } from '../../features/booking/missed/rules.ts';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { NewDocumentsChip } from '../../features/files/ui/NewDocumentsChip.tsx';
import { germanSlot } from '../../shared/berlin.ts';
import { isOver, isRunning, useNow } from '../../web/clock.ts';
import { getPhoneUrl } from '../../web/ui/layout/PhoneLink.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { isUnfinished } from '../../features/appointments/rules.ts';
import { statuses } from '../../shared/coaching.ts';
import {
  canUndoBooking,
  toStaffAppointment,
  actionsFor,
  type AppointmentAction,
} from '../appointment-actions/appointmentActions.ts';
import { PlanFacts } from '../../features/appointments/ui/PlanFacts.tsx';
import { planActions, planRow, planTime, planText } from './planStyle.ts';
import { refetchPlan } from './refetchPlan.ts';
import { RowActions } from '../appointment-actions/RowActions.tsx';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';
import { UndoBooking } from '../appointment-actions/UndoBooking.tsx';

interface Props {
  entry: PlanEntry;
  /** Whether to show the coach and the admins' actions. */
  asAdmin: boolean;
  expanded: boolean;
  onToggle: (expanded: boolean) => void;
  /** Whether a link led to this appointment, which then takes the focus. */
  focused: boolean;
  onChoose: (action: AppointmentAction) => void;
  /** Called when the booking has been undone, before it disappears from the plan. */
  onUndone: () => void;
}

/**
 * The tile of an appointment in the plan. It shows the time, the name, the most important actions and, for admins, the
 * coach. It expands to all the information that a coach needs for the coaching. Past appointments are less prominent.
 */
export function PlanTile({ entry, asAdmin, expanded, onToggle, focused, onChoose, onUndone }: Props) {
  const summary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) summary.current?.focus();
  }, [focused]);
  const id = useId();
  const now = useNow();
  const hasEnded = isOver(entry, now);
  const isCurrent = isRunning(entry, now) && entry.status === statuses.booked;
  const isDue = isCurrent || (!asAdmin && isAttendanceOpen(entry, now));
  const actions = actionsFor(toStaffAppointment(entry), { isUpcoming: !hasEnded && !isRunning(entry, now), asAdmin });
  const appointmentName = `${germanSlot(entry)}, ${entry.participantFullName}`;
  const phone = entry.participantPhoneNumber;
  return (
    <Box component="li" data-due={isDue || undefined} sx={[tile, hasEnded && pastTile, isCurrent && currentTile]}>
      <Box sx={planRow}>
        <Box component="h3" sx={heading}>
          <Box
            component="button"
            type="button"
            ref={summary}
            id={`${id}-summary`}
            data-entry="booked"
            aria-expanded={expanded}
            aria-controls={expanded ? `${id}-details` : undefined}
            onClick={() => onToggle(!expanded)}
            sx={toggle}
          >
            <ExpandIcon aria-hidden sx={[chevron, expanded && { transform: 'rotate(180deg)' }]} />
            <Box component="span" sx={planText}>
              <Typography component="span" sx={planTime}>
                {entry.timeSlot} Uhr
              </Typography>
              <Box component="span" sx={{ ...planText, flex: '1 1 160px' }}>
                <Typography component="span" sx={name}>
                  {entry.participantFullName}
                </Typography>
                {asAdmin && (
                  <Typography component="span" variant="body2" sx={{ ...name, color: 'text.secondary' }}>
                    bei {entry.coachFullName}
                  </Typography>
                )}
                {isCurrent && (
                  <StateChip tone="info" icon="running">
                    Läuft gerade
                  </StateChip>
                )}
                {entry.coming && !hasEnded && (
                  <StateChip tone="success" icon="coming">
                    Hat zugesagt
                  </StateChip>
                )}
                {!hasEnded && <NewDocumentsChip documents={entry.files.data} />}
                {entry.status === statuses.missed && (
                  <StatusChip status={entry.status} date={entry.date} today={now.date} />
                )}
              </Box>
            </Box>
          </Box>
        </Box>
        <Box className="no-print" sx={planActions}>
          {phone && (
            <Link href={getPhoneUrl(phone)} variant="body2" color="inherit" sx={[phoneLink, expanded && onlyWide]}>
              {phone}
            </Link>
          )}
          <DocumentsButton
            participant={{ id: entry.participantId, fullName: entry.participantFullName, inactive: false }}
            facts={<PlanFacts entry={entry} />}
            count={entry.files.meta.total}
            onChanged={() => void refetchPlan()}
          />
          {entry.href && isUnfinished(entry, now) && (
            <CoachingLink href={entry.href} describedBy={`${id}-summary`} quiet={!expanded} />
          )}
          <RowActions actions={actions} asAdmin={asAdmin} appointmentName={appointmentName} onChoose={onChoose} />
        </Box>
      </Box>
      {canReportAttendance(entry, now) && (
        <Box className="no-print" sx={{ pl: { xs: 3, sm: '42px' }, pr: 3, pb: 2 }}>
          <AttendanceQuestion entry={entry} asAdmin={asAdmin} />
        </Box>
      )}
      <Collapse in={expanded} unmountOnExit>
        <Box id={`${id}-details`} role="region" aria-labelledby={`${id}-summary`} sx={details}>
          <PlanFacts entry={entry} />
          <Box className="no-print" sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {isUnfinished(entry, now) && (
              <CalendarFileButton appointment={entry} name={`${entry.timeSlot} Uhr, ${entry.participantFullName}`} />
            )}
            {canUndoBooking(entry, asAdmin, now) && (
              <UndoBooking inRow appointment={entry} appointmentName={appointmentName} onDone={onUndone} />
            )}
          </Box>
        </Box>
      </Collapse>
    </Box>
  );
}

const tile = {
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
  '& > :first-of-type': { pr: 2, py: 0.5 },
} as const;

/** The style of a past appointment, which has the colour of the page behind it. */
const pastTile = {
  bgcolor: 'transparent',
  '& h3, & > :first-of-type a': { color: 'text.secondary' },
} as const;

/** The style of the appointment that is taking place now. */
const currentTile = { borderColor: (t: Theme) => t.vars?.palette.primary.main ?? '', borderWidth: 2 } as const;

const heading = { flex: '1 1 400px', minWidth: 0, m: 0, font: 'inherit' } as const;

const toggle = {
  all: 'unset',
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 44,
  py: 1,
  px: 3,
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  cursor: 'pointer',
  borderRadius: '12px',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
} as const;

// On a phone it is at the end, so that the text has the whole width.
const chevron = { fontSize: 22, order: { xs: 1, sm: 0 } } as const;
const name = { minWidth: 0, overflowWrap: 'anywhere' } as const;
const phoneLink = { px: 3, py: 3, my: -1, mr: { xs: 'auto', sm: 0 }, whiteSpace: 'nowrap' } as const;
// The details of a phone's tile begin with it, and the actions then fit in one line.
const onlyWide = { display: { xs: 'none', sm: 'inline' } } as const;
const details = { px: { xs: 4, sm: 6 }, pt: 4, pb: 5, borderTop: 1, borderColor: 'divider' } as const;
