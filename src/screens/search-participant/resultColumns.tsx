import { Fragment } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import type { Column } from '../../web/ui/tables/DataTable.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { getPhoneUrl } from '../../web/ui/layout/PhoneLink.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import type { ParticipantHit } from '../../features/participants/contract.ts';

function chipOf({ status }: ParticipantHit) {
  return <StateChip tone={status === 1 ? 'plain' : 'success'}>{status === 1 ? 'inaktiv' : 'aktiv'}</StateChip>;
}

/** The two lines of a participant on a phone. */
export const phoneLines = (participant: ParticipantHit) =>
  [
    participant.fullName,
    <Fragment key="facts">
      {chipOf(participant)}
      <span className="cut-off">{participant.email}</span>
    </Fragment>,
  ] as const;

/** The columns of the search results. */
export const resultColumns: Column<ParticipantHit>[] = [
  {
    name: 'name',
    title: 'Teilnehmer:in',
    sortable: 'ascendingOnly',
    oneLine: true,
    cell: ({ fullName }) => fullName,
  },
  {
    name: 'status',
    title: 'Status',
    sortable: 'ascendingOnly',
    width: '104px',
    cell: chipOf,
  },
  {
    name: 'email',
    title: 'E-Mail',
    minBreakpoint: 'md',
    hiddenBesidePanel: true,
    oneLine: true,
    cell: ({ email }) => email && <EmailLink address={email} />,
  },
  {
    name: 'phone',
    title: 'Telefon',
    width: '136px',
    minBreakpoint: 'lg',
    hiddenBesidePanel: true,
    oneLine: true,
    cell: ({ phoneNumber: phone }) => phone && <a href={getPhoneUrl(phone)}>{phone}</a>,
  },
  {
    name: 'location',
    title: 'Standort',
    sortable: 'ascendingOnly',
    width: '12%',
    minBreakpoint: 'xl',
    hiddenBesidePanel: true,
    oneLine: true,
    cell: ({ location }) => location,
  },
  {
    name: 'end',
    title: 'Qualifizierung bis',
    sortable: true,
    width: '144px',
    minBreakpoint: 'lg',
    cell: ({ endOfQualification: end }) => end && germanDate(end),
  },
];
