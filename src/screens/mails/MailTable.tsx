import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { dateOf, germanDayBriefly, germanMoment, wallClock } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { StateChip, type Tone } from '../../web/ui/notices/StateChip.tsx';
import type { ListedMail } from '../../features/mail/contract.ts';
import { faultReason, type MailState } from '../../features/mail/rules.ts';
import { SendAgain } from './SendAgain.tsx';
import { stateNames } from './useMails.ts';

/** Mails with their time, recipient, kind and state, but without their content. */
export default function MailTable({ mails }: { mails: readonly ListedMail[] }) {
  return (
    <Box sx={{ '--actions-width': { sm: '52px', md: '180px' } }}>
      <DataTable
        label="E-Mails"
        columns={columns}
        rows={mails}
        keyOf={keyOf}
        phoneLines={phoneLines}
        actionsOf={actionsOf}
      />
    </Box>
  );
}

const keyOf = ({ id }: ListedMail) => id;
function actionsOf(mail: ListedMail) {
  const { again: canBeSentAgain } = mail;
  return canBeSentAgain && <SendAgain mail={mail} />;
}

const tones: Record<MailState, Tone> = {
  waiting: 'plain',
  retrying: 'warning',
  sent: 'success',
  failed: 'error',
  overtaken: 'plain',
};

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
        <StateChip tone={tones[mail.state]}>{stateNames[mail.state].label}</StateChip>{' '}
        <span className={isFine(mail) ? 'aside from-md' : 'aside'}>{detailOf(mail)}</span>
      </>
    ),
  },
];

/** Time (without this year) and recipient of a mail that is on its way or has been sent; otherwise everything that explains its state. */
function phoneLines(mail: ListedMail) {
  const { label, state, person, email, createdAt } = mail;
  const recipient = isFine(mail) ? person || email : [person, email].filter(Boolean).join(' · ');
  const { date, time } = wallClock(new Date(createdAt));
  const day = germanDayBriefly(date, dateOf(new Date()));
  const facts = [`${day}, ${time} Uhr`, recipient, isFine(mail) ? '' : detailOf(mail)].filter(Boolean).join(' · ');
  return [
    label,
    <Fragment key="facts">
      <StateChip tone={tones[state]}>{stateNames[state].label}</StateChip>
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
