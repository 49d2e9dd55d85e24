import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
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
    <Box sx={{ '--actions-width': '180px' }}>
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
    width: 'clamp(136px, 14.6vw, 208px)',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{germanMoment(new Date(createdAt))}</time>,
  },
  {
    name: 'label',
    title: 'E-Mail',
    width: '17%',
    minBreakpoint: 'md',
    oneLine: true,
    cell: ({ label }) => label,
  },
  {
    name: 'person',
    title: 'An',
    cell: ({ person, email, label }) => (
      <>
        {[person, email].filter(Boolean).join(' · ')}
        <span className="below-md">{label}</span>
      </>
    ),
  },
  {
    name: 'state',
    title: 'Zustand',
    width: 'clamp(140px, 21.8vw, 320px)',
    cell: (mail) => (
      <>
        <StateChip tone={tones[mail.state]}>{stateNames[mail.state].label}</StateChip>{' '}
        <span className="aside">{detailOf(mail)}</span>
      </>
    ),
  },
];

/** Time and recipient of a mail that is on its way or has been sent; otherwise everything that explains its state. */
function phoneLines(mail: ListedMail) {
  const { label, state, person, email, createdAt } = mail;
  const isFine = state === 'sent' || state === 'waiting';
  const recipient = isFine ? person || email : [person, email].filter(Boolean).join(' · ');
  const facts = [germanMoment(new Date(createdAt)), recipient, isFine ? '' : detailOf(mail)]
    .filter(Boolean)
    .join(' · ');
  return [
    label,
    <Fragment key="facts">
      <StateChip tone={tones[state]}>{stateNames[state].label}</StateChip>
      <span className={isFine ? 'cut-off' : ''}>{facts}</span>
    </Fragment>,
  ] as const;
}

/** Returns how the delivery went: the number of attempts, when it ended or was last tried, and why it failed. */
function detailOf({ state, endedAt, triedAt, attempts, fault }: ListedMail): string {
  const moment = endedAt ?? triedAt;
  const attemptsText = attempts > 0 && state !== 'sent' ? formatCount(attempts, 'Versuch', 'Versuche') : '';
  const timeText = moment ? `${endedAt ? '' : 'zuletzt '}${germanMoment(new Date(moment))}` : '';
  const reason = fault && state !== 'sent' ? faultReason(fault) : '';
  return [[attemptsText, timeText].filter(Boolean).join(', '), reason].filter(Boolean).join('. ');
}
