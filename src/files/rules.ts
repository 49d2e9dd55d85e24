/** All files of a participant's upload together, in bytes (spec participant §9). */
export const maxUploadBytes = 10_000_000;

/** What a participant may upload (spec participant §5). */
export const participantEndings = ['docx', 'pdf'] as const;

/** Whether a document counts as editable: an own docx (contract §7). */
export function isEditable(document: { ending: string; uploadByCoach: boolean }): boolean {
  return document.ending === 'docx' && !document.uploadByCoach;
}

/** A document with who brought it, for the right to delete it. */
export interface Deletable {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
}

/** Whether a person may delete a document (contract §3): one's own uploads; an admin every coach's uploads as well. */
export function mayDelete(person: { id: number; role: string | null }, document: Deletable): boolean {
  if (document.byCoach && person.role === 'admin') return true;
  if (document.uploadedBy !== person.id) return false;
  return document.byCoach ? person.role === 'coach' : document.participant === person.id;
}
