import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouteLink } from 'react-router';
import { germanMoment } from '../../shared/berlin.ts';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import type { ListedMail } from '../../features/mail/contract.ts';
import { faultReason, type MailState } from '../../features/mail/rules.ts';
import { SendAgain } from './SendAgain.tsx';
import { stateTones } from './stateTones.ts';
import { stateNames } from './useMails.ts';

interface Props {
  /** Undefined if the mail is not in the list, for example after an outdated link. */
  mail: ListedMail | undefined;
  onClose: () => void;
}

/** The side panel with the details of a mail (reference 10.7), but without what it says. */
export default function MailPanel({ mail, onClose }: Props) {
  return (
    <SidePanel title={mail?.label ?? 'E-Mail nicht gefunden'} onClose={onClose}>
      {mail ? (
        <Details mail={mail} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Diese E-Mail steht nicht in der Liste. Vielleicht passt sie nicht zu den Filtern.
        </Typography>
      )}
    </SidePanel>
  );
}

function Details({ mail }: { mail: ListedMail }) {
  const { state, person, email, createdAt, endedAt, attempts, triedAt, fault } = mail;
  return (
    <>
      <Facts>
        <Fact label="An">
          {mail.isFindable ? (
            <Link component={RouteLink} to={personSearchPath({ fullName: person, email }, true)}>
              {person}
            </Link>
          ) : (
            person
          )}
        </Fact>
        <Fact label="E-Mail">{email && <EmailLink address={email} />}</Fact>
        <Fact label="Zustand">
          <StateChip tone={stateTones[state]}>{stateNames[state].label}</StateChip>
        </Fact>
        {fault && state !== 'sent' && <Fact label="Warum">{faultReason(fault)}</Fact>}
        <Fact label="Versuche">{String(attempts)}</Fact>
        <Fact label="Entstanden">{germanMoment(new Date(createdAt))}</Fact>
        {triedAt && !endedAt && <Fact label="Zuletzt versucht">{germanMoment(new Date(triedAt))}</Fact>}
        {endedAt && <Fact label={endLabels[state]}>{germanMoment(new Date(endedAt))}</Fact>}
      </Facts>
      {mail.again && (
        <Box sx={{ mt: 5 }}>
          <SendAgain key={mail.id} mail={mail} />
        </Box>
      )}
    </>
  );
}

/** What happened to a mail of each state at the end. The states in which it is still to be sent have no end. */
const endLabels: Record<MailState, string> = {
  waiting: '',
  retrying: '',
  sent: 'Gesendet',
  failed: 'Aufgegeben',
  overtaken: 'Ersetzt',
};
