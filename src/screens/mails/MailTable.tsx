import Box from '@mui/material/Box';
import { Fragment, Suspense, useCallback } from 'react';
import { dateOf, germanDay, germanDayBriefly, germanMoment, wallClock } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { AddressText } from '../../web/ui/layout/AddressText.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import type { ListedMail } from '../../features/mail/contract.ts';
import { faultReason } from '../../features/mail/rules.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import { useOpenKey } from '../../web/address/useOpenEntry.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { useLatest } from '../../web/useLatest.ts';
import { SendAgain } from './SendAgain.tsx';
import { stateNames } from './useMails.ts';
import { stateTones } from './stateTones.ts';

const MailPanel = lazyComponent('MailPanel', () => import('./MailPanel.tsx'));

/**
 * Mails with their time, recipient, kind and state, but without their content. A row opens its details. Only a mail that
 * has not arrived has a button in its row; any other is sent again from its details.
 */
export default function MailTable({ mails }: { mails: readonly ListedMail[] }) {
  const { openKey, openEntry, close } = useOpenKey<string>('mail');
  const latestOpen = useLatest(openEntry);
  const actionsOf = useCallback(
    (mail: ListedMail) => (
      <>
        {mail.again && mail.state !== 'sent' && <SendAgain mail={mail} inRow />}
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
    <Box sx={listStyle}>
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

/**
 * The list's own width decides what stands side by side, since the menu and the panel take room from it. In rem, so that
 * enlarged text counts as less room.
 */
const oneLinePerMail = '@container (min-width: 58rem)';
const briefly = '@container (min-width: 58rem) and (max-width: 67.99rem)';
const severalLines = '@container (max-width: 57.99rem)';
const withoutAddress = '@container (min-width: 58rem) and (max-width: 84.99rem)';
const oneColumn = '@container (max-width: 32rem)';

const listStyle = {
  '--actions-width': { sm: '11rem' },
  '& .first .time': { fontSize: 'body2.fontSize', fontWeight: 400, color: 'text.secondary' },
  // At enlarged text the button of a phone's row moves below its lines.
  '& ul > li': { flexWrap: 'wrap' },
  '& li .lines': { flex: '1 1 11rem' },
  '& .address': { hyphens: 'manual' },
  '@media screen': { '& table': { containerType: 'inline-size' } },
  [oneLinePerMail]: {
    '& tr': { '--time-width': '13rem', '--label-width': '16rem', '--state-width': '24%' },
  },
  [briefly]: {
    '& tr': { '--time-width': '9rem', '--label-width': '15rem' },
    '& .in-full': { display: 'none' },
  },
  [withoutAddress]: { '& .address': { display: 'none' } },
  [severalLines]: {
    '& thead': visuallyHidden,
    '& tbody': { '--row-height': '68px' },
    '& tbody tr': {
      '--row-height': '36px',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
      gridTemplateRows: 'auto 1fr',
      gridTemplateAreas: '"label time actions" "person state actions"',
      alignItems: 'start',
      py: 2,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& tbody :is(th, td)': { width: 'auto', height: 'auto', border: 0 },
    '& tbody tr > th': { gridArea: 'time', fontWeight: 400 },
    '& tbody td:nth-of-type(1)': { gridArea: 'label', fontWeight: 600 },
    '& tbody td:nth-of-type(2)': { gridArea: 'person' },
    '& tbody td:nth-of-type(3)': { gridArea: 'state' },
    '& tbody .row-actions': { gridArea: 'actions' },
  },
  [oneColumn]: {
    '& tbody tr': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateRows: 'none',
      gridTemplateAreas: '"label actions" "time actions" "person actions" "state state"',
    },
    '& tbody tr .row-actions': { width: 'auto' },
  },
} as const;

const keyOf = ({ id }: ListedMail) => id;
const nameOf = ({ label, person, email }: ListedMail) => `${label}, ${person || email}`;

const columns: Column<ListedMail>[] = [
  {
    name: 'createdAt',
    title: 'Entstanden',
    width: 'var(--time-width)',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
  },
  {
    name: 'label',
    title: 'E-Mail',
    width: 'var(--label-width)',
    cell: ({ label }) => label,
  },
  {
    name: 'person',
    title: 'An',
    cell: ({ person, email }) => (
      <>
        {person || <AddressText address={email} />}
        {person && email && (
          <span className="address beside-panel">
            {' · '}
            <AddressText address={email} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'state',
    title: 'Zustand',
    width: 'var(--state-width)',
    cell: (mail) => (
      <>
        <StateChip tone={stateTones[mail.state]}>{stateNames[mail.state].label}</StateChip>{' '}
        <span className="aside">{detailOf(mail)}</span>
      </>
    ),
  },
];

/** Returns an instant, of which a narrow list shows neither the year nor 'Uhr'. */
function momentOf(instant: string) {
  const { date, time } = wallClock(new Date(instant));
  const day = germanDay(date);
  return (
    <>
      {day.slice(0, -4)}
      <span className="in-full">{day.slice(-4)}</span>, {time}
      <span className="in-full"> Uhr</span>
    </>
  );
}

/**
 * Kind and time (without this year) of a mail, then its state and recipient; the reason as well if it has not arrived.
 * All of it wraps instead of being cut off.
 */
function phoneLines(mail: ListedMail) {
  const { label, state, person, email, createdAt, fault } = mail;
  const { date, time } = wallClock(new Date(createdAt));
  const day = germanDayBriefly(date, dateOf(new Date()));
  const reason = !isFine(mail) && fault ? faultReason(fault) : '';
  return [
    <Fragment key="kind">
      {label}{' '}
      <time className="time" dateTime={createdAt}>
        {day}, {time}
      </time>
    </Fragment>,
    <Fragment key="facts">
      <StateChip tone={stateTones[state]}>{stateNames[state].label}</StateChip>
      <span>{[person || email, reason].filter(Boolean).join(' · ')}</span>
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
