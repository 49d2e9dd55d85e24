import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { getAbsences } from '../../features/absences/contract.ts';
import { getBackupState } from '../../features/backups/contract.ts';
import { backupFaultReason } from '../../features/backups/rules.ts';
import { getIntroductions } from '../../features/coaches/introduction/contract.ts';
import { getMails, type ListedMail } from '../../features/mail/contract.ts';
import { faultReason } from '../../features/mail/rules.ts';
import { getErasureRequests } from '../../features/own-data/erasure/contract.ts';
import { isDueSoon } from '../../features/own-data/erasure/rules.ts';
import { listWaitingEntries } from '../../features/waiting/demand/contract.ts';
import { germanDate, germanMoment } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { formatCount } from '../../shared/german.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';

/**
 * An admin's tasks today (reference 10.1): absent coaches, mails that have failed or are tried again, erasure requests,
 * introductions to approve, the waiting list, and whether the nightly backup was made. Each card is always shown, so
 * nothing moves when the numbers arrive, and links to its list if there is one. `today` is the Berlin day, `yyyy-mm-dd`.
 */
export function TodaysTasks({ today }: { today: string }) {
  const absences = useApiQuery(getAbsences, { fromDate: today, tillDate: today, coachId: null }).data?.data;
  const undeliveredMails = useApiQuery(getMails, { state: 'undelivered' }).data;
  const erasureRequests = useApiQuery(getErasureRequests, {}).data?.data;
  const introductions = useApiQuery(getIntroductions, {}).data?.data;
  const waitingCount = useApiQuery(listWaitingEntries, { coachId: null, page: 1 }).data?.meta.total;
  const backups = useApiQuery(getBackupState, {}).data?.data;
  const illCoachNames = absences?.filter(({ kind }) => kind === 'illness').map(({ coach }) => coach);
  const [firstRequest] = erasureRequests ?? [];
  // The call returns one page of mails; '+' stands for the mails on further pages.
  const mailCountText =
    undeliveredMails && `${undeliveredMails.data.length}${undeliveredMails.meta.nextCursor ? '+' : ''}`;
  return (
    <Box component="ul" aria-label="Heute zu tun" sx={list}>
      <TaskCard
        name="Abwesende Coaches"
        count={absences && String(absences.length)}
        detail={illCoachNames && (illCoachNames.length > 0 ? `krank: ${illCoachNames.join(', ')}` : 'niemand krank')}
        isUrgent={(illCoachNames?.length ?? 0) > 0}
        to="/absences-admin"
      />
      <TaskCard
        name="Fehlgeschlagene E-Mails"
        count={mailCountText}
        detail={undeliveredMails && mailsText(undeliveredMails.data)}
        isUrgent={(undeliveredMails?.data.length ?? 0) > 0}
        to="/mails?zustand=nicht-angekommen"
      />
      <TaskCard
        name="Löschanträge"
        count={erasureRequests && String(erasureRequests.length)}
        detail={erasureRequests && (firstRequest ? `Frist: ${germanDate(firstRequest.due)}` : 'keiner offen')}
        isUrgent={firstRequest !== undefined && isDueSoon(firstRequest.due, today)}
        to="/erasure-requests"
      />
      <TaskCard
        name="Vorstellungen"
        count={introductions && String(introductions.length)}
        detail={introductions && (introductions[0] ? `von ${introductions[0].coach}` : 'keine zu prüfen')}
        isUrgent={false}
        to="/introductions"
      />
      <TaskCard
        name="Warteliste"
        count={waitingCount?.toLocaleString('de-DE')}
        detail={waitingText(waitingCount)}
        isUrgent={false}
        to="/waiting-list"
      />
      <TaskCard
        name="Datensicherung"
        count=""
        detail={backups && backupText(backups)}
        isUrgent={backups?.state === 'failed' || backups?.state === 'late'}
      />
    </Box>
  );
}

function mailsText(undeliveredMails: readonly ListedMail[]): string {
  if (undeliveredMails.length === 0) return 'alle sind angekommen';
  const retried = undeliveredMails.filter(({ state }) => state === 'retrying');
  const reason = faultReason((retried[0] ?? undeliveredMails[0])?.fault ?? '');
  return retried.length > 0 ? `${formatCount(retried.length, 'wird', 'werden')} wieder versucht: ${reason}` : reason;
}

function waitingText(waitingCount: number | undefined): string | undefined {
  if (waitingCount === undefined) return undefined;
  return waitingCount === 0 ? 'niemand wartet' : `${waitingCount === 1 ? 'Eintrag' : 'Einträge'} über alle Wochen`;
}

function backupText({ state, madeAt, fault }: OutputOf<typeof getBackupState>['data']): string {
  const lastBackup = madeAt ? `zuletzt ${germanMoment(new Date(madeAt))}` : 'noch keine';
  if (state === 'off') return 'nicht eingerichtet';
  return state === 'failed' ? `${backupFaultReason(fault ?? '')} (${lastBackup})` : lastBackup;
}

interface TaskCardProps {
  name: string;
  /** The number of tasks as a text; undefined until it has loaded. */
  count: string | undefined;
  /** A few words about the tasks; undefined until they have loaded. */
  detail: string | undefined;
  isUrgent: boolean;
  /** The page with the list; undefined if there is none. */
  to?: string;
}

function TaskCard({ name, count = '…', detail = '…', isUrgent, to }: TaskCardProps) {
  const content = (
    <>
      <Typography component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, fontWeight: 700 }}>
        <span>{name}</span>
        <span>{count}</span>
      </Typography>
      <Typography
        component="span"
        variant="body2"
        noWrap
        title={detail}
        sx={{ display: 'block', color: 'text.secondary' }}
      >
        {isUrgent && '⚠ '}
        {detail}
      </Typography>
    </>
  );
  return (
    <Card component="li" sx={isUrgent ? urgentCard : taskCard}>
      {to === undefined ? (
        <Box sx={cardContent}>{content}</Box>
      ) : (
        <CardActionArea component={Link} to={to} sx={cardContent}>
          {content}
        </CardActionArea>
      )}
    </Card>
  );
}

const cardContent = { px: 4, py: { xs: 2, sm: 3 }, height: '100%' } as const;

// On a phone the tasks are the lines of one card.
const onPhone = '@media (max-width: 599.95px)';

const taskCard = {
  [onPhone]: { border: 0, borderRadius: 0, 'li + &': { borderTop: 1, borderTopColor: 'divider' } },
} as const;

const urgentCard = {
  borderColor: 'error.main',
  borderWidth: 2,
  [onPhone]: { ...taskCard[onPhone], borderLeft: '4px solid', borderLeftColor: 'error.main' },
} as const;

const list = {
  listStyle: 'none',
  m: 0,
  mb: 8,
  p: 0,
  display: 'grid',
  gap: { xs: 0, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
  [onPhone]: { border: 1, borderColor: 'divider', borderRadius: '12px', overflow: 'hidden' },
} as const;
