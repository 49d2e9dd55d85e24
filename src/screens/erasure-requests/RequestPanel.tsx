import Typography from '@mui/material/Typography';
import { dateOf, germanDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import type { OpenErasureRequest } from '../../features/own-data/erasure/contract.ts';
import { DueChip } from './DueChip.tsx';

interface Props {
  /** Undefined if the request is no longer open, for example because the link is old. */
  request: OpenErasureRequest | undefined;
  onClose: () => void;
}

/** The panel beside the list, with the complete text of an erasure request. */
export default function RequestPanel({ request, onClose }: Props) {
  const today = useNow().date;
  return (
    <SidePanel title={request?.fullName ?? 'Antrag nicht gefunden'} onClose={onClose}>
      {request ? (
        <Facts>
          <Fact label="E-Mail">
            <EmailLink address={request.email} />
          </Fact>
          <Fact label="Beantragt am">{germanDate(dateOf(new Date(request.requestedAt)))}</Fact>
          <Fact label="Frist">
            {germanDate(request.due)} <DueChip due={request.due} today={today} />
          </Fact>
          <Fact label="Grund">{request.reason}</Fact>
        </Facts>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Dieser Antrag ist nicht mehr offen. Vielleicht hat ihn jemand inzwischen beantwortet.
        </Typography>
      )}
    </SidePanel>
  );
}
