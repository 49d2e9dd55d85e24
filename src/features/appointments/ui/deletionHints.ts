/** What is said of a held appointment before it is deleted (reference 7.9, 12.3): its holder gets a mail. */
export const heldDeletionHint = 'Die Person, für die er reserviert ist, bekommt eine E-Mail.';

/** What is said of an Einzelcoaching of which it is not known whether it is held by now. */
export const perhapsHeldDeletionHint = 'Ist er schon für jemanden reserviert, bekommt diese Person eine E-Mail.';

/** What is said before several free Einzelcoachings are deleted at once. */
export const severalDeletionHint = 'Ist einer davon für jemanden reserviert, bekommt diese Person eine E-Mail.';
