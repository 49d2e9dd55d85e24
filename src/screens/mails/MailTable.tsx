import Box from '@mui/material/Box';
import { Fragment, Suspense, useCallback } from 'react';
import { dateOf, germanDayBriefly, germanMoment, wallClock } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import type { ListedMail } from '../../features/mail/contract.ts';
import { faultReason } from '../../features/mail/rules.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import { useOpenKey } from '../../web/address/useOpenEntry.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { useLatest } from '../../web/useLatest.ts';
import { SendAgain } from './SendAgain.tsx';
import { stateNames } from './useMails.ts';
import { stateTones } from './stateTones.ts';

const MailPanel = lazyComponent('MailPanel', () => import('./MailPanel.tsx'));

/** Mails with their time, recipient, kind and state, but without their content. A row opens its details. */
export default function MailTable({ mails }: { mails: readonly ListedMail[] }) {
  const { openKey, openEntry, close } = useOpenKey<string>('mail');
  const latestOpen = useLatest(openEntry);
  const actionsOf = useCallback(
    (mail: ListedMail) => (
      <>
        {mail.again && <SendAgain mail={mail} inRow />}
        <RowButton
          icon="open"
          aria-label={`Details ${nameOf(mail)}`}
          title={`Details ${nameOf(mail)}`}
          onClick={() => latestOpen.current(mail.id)}
        />
      </>
    ),
    [latestOpen],
  );
  return (
    <Box sx={{ '--actions-width': { sm: '176px' } }}>
      <DataTable
        label="E-Mails"
        columns={columns}
        rows={mails}
        keyOf={keyOf}
        phoneLines={phoneLines}
        actionsOf={actionsOf}
        onOpen={({ id }) => openEntry(id)}
        openKey={openKey}
        panel={
          openKey !== null && (
            <Suspense fallback={<LoadingNotice />}>
              <MailPanel mail={mails.find(({ id }) => id === openKey)} onClose={close} />
            </Suspense>
          )
        }
      />
    </Box>
  );
}

const keyOf = ({ id }: ListedMail) => id;
const nameOf = ({ label, person, email }: ListedMail) => `${label}, ${person || email}`;

const columns: Column<ListedMail>[] = [
  {
    name: 'createdAt',
    title: 'Entstanden',
    width: '208px',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{germanMoment(new Date(createdAt))}</time>,
  },
  {
    name: 'label',
    title: 'E-Mail',
    width: 'clamp(186px, 14vw, 220px)',
    oneLine: true,
    cell: ({ label }) => label,
  },
  {
    name: 'person',
    title: 'An',
    oneLine: true,
    cell: ({ person, email }) => (
      <span title={[person, email].filter(Boolean).join(' · ')}>
        {person || email}
        {person && email && <span className="from-md"> · {email}</span>}
      </span>
    ),
  },
  {
    name: 'state',
    title: 'Zustand',
    width: 'clamp(136px, 34vw - 160px, 320px)',
    cell: (mail) => (
      <>
        <StateChip tone={stateTones[mail.state]}>{stateNames[mail.state].label}</StateChip>{' '}
        <span className={isFine(mail) ? 'aside from-md' : 'aside'}>{detailOf(mail)}</span>
      </>
    ),
  },
];

/**
 * Recipient and time (without this year) of a mail that is on its way or has been sent; otherwise recipient and reason,
 * in full. The rest is among the details.
 */
function phoneLines(mail: ListedMail) {
  const { label, state, person, email, createdAt, fault } = mail;
  const { date, time } = wallClock(new Date(createdAt));
  const day = germanDayBriefly(date, dateOf(new Date()));
  const reason = !isFine(mail) && fault ? faultReason(fault) : '';
  const facts = [person || email, reason || `${day}, ${time} Uhr`].join(' · ');
  return [
    label,
    <Fragment key="facts">
      <StateChip tone={stateTones[state]}>{stateNames[state].label}</StateChip>
      <span className={isFine(mail) ? 'cut-off' : ''}>{facts}</span>
    </Fragment>,
  ] as const;
}

/** Returns whether a mail needs no explanation: it has been sent, or is on its way. */
const isFine = ({ state }: ListedMail) => state === 'sent' || state === 'waiting';

/** Returns how the delivery went: the number of attempts, when it ended or was last tried, and why it failed. */
function detailOf({ state, createdAt, endedAt, triedAt, attempts, fault }: ListedMail): string {
  if (state === 'sent' && endedAt) return momentAfter(createdAt, endedAt);
  const moment = endedAt ?? triedAt;
  const attemptsText = attempts > 0 ? formatCount(attempts, 'Versuch', 'Versuche') : '';
  const timeText = moment ? `${endedAt ? '' : 'zuletzt '}${germanMoment(new Date(moment))}` : '';
  return [[attemptsText, timeText].filter(Boolean).join(', '), fault && faultReason(fault)].filter(Boolean).join('. ');
}

/** Formats an instant that is shown beside an earlier one: the Berlin time alone if both are on the same day. */
function momentAfter(earlier: string, later: string): string {
  const { date, time } = wallClock(new Date(later));
  return date === dateOf(new Date(earlier)) ? `${time} Uhr` : germanMoment(new Date(later));
}
