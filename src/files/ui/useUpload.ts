import { useEffect, useRef, useState } from 'react';
import { Refusal, sentenceOf, sessionEnded, upload } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { getFiles, uploadFiles, uploadForParticipant } from '../contract.ts';

/** Where files go, what the name of each part is, and what is said when all have arrived (spec §8). */
export interface Destination {
  call: typeof uploadFiles | typeof uploadForParticipant;
  fieldName: (sessionId: string, index: number) => string;
  success: string;
}

/** A participant's own documents. */
export const ownDocuments: Destination = {
  call: uploadFiles,
  fieldName: (sessionId, index) => `file_${sessionId}_${index}`,
  success: 'Dateien erfolgreich hochgeladen',
};

/** A coach's documents for one of their participants. */
export function documentsFor(participantId: number): Destination {
  return {
    call: uploadForParticipant,
    fieldName: (sessionId, index) => `file_${sessionId}_${participantId}_${index}`,
    success: 'Die Datei wurde hochgeladen!',
  };
}

/**
 * Upload: idle, under way (`progress`), then done, refused, or cancelled; the latter two stay until the next try, and so does
 * the `notice` of a file that was made harmless, with which `onDone` is called.
 */
export function useUpload({ call, fieldName, success }: Destination, onDone: (notice: string | null) => void) {
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the page stops the upload.
  useEffect(() => () => running.current?.abort(), []);

  const send = async (files: readonly File[]) => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setCancelled(false);
    setNotice(null);
    setProgress({ sent: 0, total: 0 });
    try {
      const answer = await upload(call, files, fieldName, {
        onProgress: (sent, total) => setProgress({ sent, total }),
        signal: stop.signal,
      });
      toast.success(success, 'upload');
      await renew(getFiles);
      const changed = answer.message ?? null;
      setNotice(changed);
      onDone(changed);
    } catch (problem) {
      if (stop.signal.aborted) {
        setCancelled(true);
        void renew(getFiles);
      } else if (!sessionEnded(problem)) {
        // Spec §8: the server's own sentence, or the general one when no answer of it came.
        toast.error(problem instanceof Refusal ? sentenceOf(problem) : 'Fehler beim Hochladen der Dateien', 'upload');
        setError(problem);
      }
    } finally {
      running.current = null;
      setProgress(null);
    }
  };

  return {
    progress,
    error,
    cancelled,
    notice,
    /** The spec's sentence above a fault's own; a refusal speaks for itself. */
    headline: error instanceof Refusal ? {} : { message: 'Fehler beim Hochladen der Dateien' },
    send: (files: readonly File[]) => void send(files),
    cancel: () => running.current?.abort(),
  };
}
