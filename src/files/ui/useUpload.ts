import { useEffect, useRef, useState } from 'react';
import { Refusal, sentenceOf, sessionEnded, upload } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { getFiles, uploadFiles } from '../contract.ts';

/** Upload: idle, under way (`progress`), then done, refused, or cancelled; the latter two stay until the next try. */
export function useUpload(onDone: () => void) {
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the page stops the upload.
  useEffect(() => () => running.current?.abort(), []);

  const send = async (files: readonly File[]) => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setCancelled(false);
    setProgress({ sent: 0, total: 0 });
    try {
      await upload(uploadFiles, files, (sessionId, index) => `file_${sessionId}_${index}`, {
        onProgress: (sent, total) => setProgress({ sent, total }),
        signal: stop.signal,
      });
      toast.success('Dateien erfolgreich hochgeladen');
      await renew(getFiles);
      onDone();
    } catch (problem) {
      if (stop.signal.aborted) {
        setCancelled(true);
        void renew(getFiles);
      } else if (!sessionEnded(problem)) {
        // Spec §8: the server's own sentence, or the general one when no answer of it came.
        toast.error(problem instanceof Refusal ? sentenceOf(problem) : 'Fehler beim Hochladen der Dateien');
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
    /** The spec's sentence above a fault's own; a refusal speaks for itself. */
    headline: error instanceof Refusal ? {} : { message: 'Fehler beim Hochladen der Dateien' },
    send: (files: readonly File[]) => void send(files),
    cancel: () => running.current?.abort(),
  };
}
