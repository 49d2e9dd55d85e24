import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { callApi } from '../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { Section } from '../../../web/ui/layout/Section.tsx';
import { SwitchRow } from '../../../web/ui/fields/SwitchRow.tsx';
import { changeReminder, getReminders } from '../contract.ts';
import { reminderKinds, type ReminderKind } from '../rules.ts';

const switchTexts: Record<ReminderKind, { label: string; explanation: string }> = {
  reminderThreeDays: {
    label: 'Drei Tage vorher',
    explanation: 'Mit dem Hinweis, bis wann du stornieren kannst.',
  },
  reminderDayBefore: { label: 'Am Tag vorher', explanation: 'Mit Uhrzeit und Coach.' },
  reminderSoon: { label: 'Zwei Stunden vorher', explanation: 'Mit dem Link zum Coaching.' },
  ratingInvitation: { label: 'Nach dem Coaching', explanation: 'Eine Einladung, das Coaching zu bewerten.' },
};

/** The settings section in which a participant switches each kind of reminder on or off. */
export function RemindersSection() {
  const reminders = useApiQuery(getReminders, {});
  const save = async (kind: ReminderKind, wanted: boolean) => {
    await callApi(changeReminder, { kind, wanted });
    await invalidate(getReminders);
  };
  return (
    <Section id="erinnerungen" title="Erinnerungen per E-Mail">
      <Typography sx={{ mb: 2, maxWidth: '60ch' }}>
        Wir erinnern dich an deine gebuchten Coachings. Mails zu Buchung und Stornierung bekommst du in jedem Fall.
      </Typography>
      {/* As tall as the placeholder even after an error, so that the sections below stay where they are. */}
      <Box sx={{ minHeight: 304 }}>
        {reminders.isError && <ErrorNotice error={reminders.error} retry={() => void reminders.refetch()} />}
        {reminders.isPending && <Loading blocks={4} height={60} />}
        {reminders.data &&
          reminderKinds.map((kind) => (
            <SwitchRow
              key={kind}
              {...switchTexts[kind]}
              checked={reminders.data.data[kind]}
              onSave={(wanted) => save(kind, wanted)}
            />
          ))}
      </Box>
    </Section>
  );
}
