import { DetailFacts } from '../../features/accounts/ui/DetailFacts.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { describeSelfBooking } from './selfBooking.ts';

/** The data of a participant in the search results. */
export default function PersonFacts({ participant }: { participant: ParticipantHit }) {
  const { phoneNumber: phone, email } = participant;
  return (
    <Facts>
      <Fact label="Telefon">
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label="E-Mail">
        {email && <EmailLink address={email} />}
        {!participant.confirmed && ' (noch nicht bestätigt)'}
      </Fact>
      <Fact label="Standort">{participant.location}</Fact>
      <Fact label="Selbst buchen">{describeSelfBooking(participant)}</Fact>
      <DetailFacts profile={participant} />
    </Facts>
  );
}
