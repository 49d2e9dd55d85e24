import { EmailLink } from '../../../web/ui/layout/EmailLink.tsx';
import { useProviderConfig } from './provider.ts';

/** The end of a sentence that names the coaching team: its e-mail address, if it is known. */
export function TeamAddress() {
  const address = useProviderConfig()?.coachingEmail;
  return address ? (
    <>
      : <EmailLink address={address} color="inherit" />
    </>
  ) : (
    '.'
  );
}
