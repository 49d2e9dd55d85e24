import { useEffect, useRef, useState } from 'react';
import { CallError, sentenceOf, sessionEnded, upload } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { uploadFiles, uploadForParticipant } from '../contract.ts';
import { documentAnswers } from './documentAnswers.ts';

/** The call that receives files, the name of each part, and the message after success (reference 5.7). */
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
 * The state of an upload: idle, running (`progress`), then done, failed or cancelled. The latter two stay until the
 * next attempt, as does the `notice` that something was removed from a file; `onDone` gets that notice.
 */
export function useUpload({ call, fieldName, success }: Destination, onDone: (notice: string | null) => void) {
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [refused, setRefused] = useState<ReadonlyMap<File, string>>(new Map());
  const [cancelled, setCancelled] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page cancels the upload.
  useEffect(() => () => running.current?.abort(), []);

  const send = async (files: readonly File[], fields: Record<string, string>) => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setRefused(new Map());
    setCancelled(false);
    setNotice(null);
    setProgress({ sent: 0, total: 0 });
    try {
      const answer = await upload(call, files, fieldName, {
        onProgress: (sent, total) => setProgress({ sent, total }),
        fields,
        signal: stop.signal,
      });
      await invalidate(...documentAnswers);
      // Shown after the list has been refetched: until then the button says that the upload is running.
      toast.success(success, 'upload');
      const changed = answer.message ?? null;
      setNotice(changed);
      onDone(changed);
    } catch (problem) {
      if (stop.signal.aborted) {
        setCancelled(true);
        void invalidate(...documentAnswers);
        return;
      }
      if (sessionEnded(problem)) return;
      const atFiles = messagesByFile(problem, files);
      setRefused(atFiles);
      // A message that is shown in full at its file is not repeated.
      if (atFiles.size === 0) {
        // Reference 5.7: the server's own sentence, or the general one if there is none.
        toast.error(problem instanceof CallError ? sentenceOf(problem) : 'Fehler beim Hochladen der Dateien', 'upload');
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
    /** The server's messages about refused files; none of the selection was stored. */
    refused,
    cancelled,
    notice,
    /** The general sentence above a RequestError's own; a CallError's own is enough. */
    headline: error instanceof CallError ? {} : { message: 'Fehler beim Hochladen der Dateien' },
    /** `fields` are text parts sent with the files, by name. */
    send: (files: readonly File[], fields: Record<string, string> = {}) => void send(files, fields),
    cancel: () => running.current?.abort(),
  };
}

/** The messages of a `CallError` about single files. */
function messagesByFile(problem: unknown, files: readonly File[]): ReadonlyMap<File, string> {
  const errors = problem instanceof CallError ? problem.errors : [];
  const byFile = errors.map(({ path, message }) => [files[Number(path)], message] as const);
  return new Map(byFile.filter((one): one is [File, string] => one[0] !== undefined));
}
