/** The facts about a document that decide whether it waits for the coach's answer. */
interface DocumentFacts {
  name: string;
  uploadByCoach: boolean;
  mine: boolean;
  uploadedAt: string;
  state: string | null;
}

/**
 * Returns the documents that wait for the calling coach's answer (reference 7.10), newest first, each with an entry of
 * its participant: the first one in `entries`. These are the documents that the participant has uploaded since the
 * coach's last upload and that nobody has answered, of each name the newest version only.
 */
export function documentsToAnswer<D extends DocumentFacts, E extends { participantId: number }>(
  entries: readonly (E & { files: { data: readonly D[] } })[],
): { entry: E; document: D }[] {
  const participants = new Set<number>();
  const waiting: { entry: E; document: D }[] = [];
  for (const entry of entries) {
    if (participants.has(entry.participantId)) continue;
    participants.add(entry.participantId);
    const documents = entry.files.data.toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt));
    const lastAnswer = documents.find(({ uploadByCoach, mine }) => uploadByCoach && mine)?.uploadedAt ?? '';
    const names = new Set<string>();
    for (const document of documents.filter(({ uploadByCoach }) => !uploadByCoach)) {
      const isNewest = !names.has(document.name);
      names.add(document.name);
      if (isNewest && document.state !== 'returned' && document.uploadedAt > lastAnswer)
        waiting.push({ entry, document });
    }
  }
  return waiting.sort((a, b) => b.document.uploadedAt.localeCompare(a.document.uploadedAt));
}
