/** The reminders that a participant gets and may switch off, in the order in which they leave. */
export const reminderKinds = ['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'] as const;
export type ReminderKind = (typeof reminderKinds)[number];
