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
 * The state of an upload: idle, running (`progress`), then done, failed or cancelled. Failure and cancellation are kept
 * until the next attempt, as is the `notice` that something was removed from a file; `onDone` gets that notice.
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
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setRefused(new Map());
    setCancelled(false);
    setNotice(null);
    setProgress({ sent: 0, total: 0 });
    try {
      const answer = await upload(call, files, fieldName, {
        onProgress: (sent, total) => setProgress({ sent, total }),
        fields,
        signal: abort.signal,
      });
      await invalidate(...documentAnswers);
      // The toast is shown after the list has been refetched; until then the button shows that the upload is running.
      toast.success(success, 'upload');
      const changeNotice = answer.message ?? null;
      setNotice(changeNotice);
      onDone(changeNotice);
    } catch (problem) {
      if (abort.signal.aborted) {
        setCancelled(true);
        void invalidate(...documentAnswers);
        return;
      }
      if (sessionEnded(problem)) return;
      const fileMessages = messagesByFile(problem, files);
      setRefused(fileMessages);
      // A message that is shown at its file is not repeated.
      if (fileMessages.size === 0) {
        // Reference 5.7: the server's own sentence, or the general one if the server has sent none.
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
    /** The server's messages about refused files, in which case none of the files was stored. */
    refused,
    cancelled,
    notice,
    /** The general sentence above that of a RequestError; a CallError needs none. */
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
  return new Map(byFile.filter((pair): pair is [File, string] => pair[0] !== undefined));
}
