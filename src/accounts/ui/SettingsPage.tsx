import { FeedSection } from '../../calendar/ui/FeedSection.tsx';
import { RemindersSection } from '../../mail/ui/RemindersSection.tsx';
import { SessionsSection } from '../../sessions/ui/SessionsSection.tsx';
import { roleOfId } from '../../shared/roles.ts';
import { useSession } from '../../web/session.ts';
import { PageHeader } from '../../web/ui/PageHeader.tsx';

/** What a person may set; each section belongs to its noun. */
export default function SettingsPage() {
  const { user } = useSession();
  const role = user && roleOfId(user.role.value);
  return (
    <>
      <PageHeader title="Einstellungen">Jede Änderung gilt sofort.</PageHeader>
      {role === 'participant' && <RemindersSection />}
      {role && <FeedSection ofCoach={role !== 'participant'} />}
      {role && <SessionsSection />}
    </>
  );
}
