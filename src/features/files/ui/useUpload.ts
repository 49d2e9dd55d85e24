import { useEffect, useRef, useState } from 'react';
import { CallError, errorMessageOf, isSessionEndedError, upload } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { uploadFiles, uploadForParticipant } from '../contract.ts';
import { callsAffectedByDocuments } from './callsAffectedByDocuments.ts';

/** Where an upload is sent. */
export interface Destination {
  /** The call that receives the files. */
  call: typeof uploadFiles | typeof uploadForParticipant;
  /** Returns the name of the form field for the file with this index (reference 5.2). */
  getFieldName: (sessionId: string, index: number) => string;
  /** The message after a successful upload (reference 5.7, 5.8). */
  successMessage: string;
}

/** The destination of a participant's own documents. */
export const ownUploadDestination: Destination = {
  call: uploadFiles,
  getFieldName: (sessionId, index) => `file_${sessionId}_${index}`,
  successMessage: 'Dateien erfolgreich hochgeladen',
};

/** Returns the destination of a coach's documents for one of the coach's participants. */
export function uploadDestinationFor(participantId: number): Destination {
  return {
    call: uploadForParticipant,
    getFieldName: (sessionId, index) => `file_${sessionId}_${participantId}_${index}`,
    successMessage: 'Die Datei wurde hochgeladen!',
  };
}

/**
 * Sends uploads and keeps the state of the last upload. `progress` is null unless the upload is running. The other
 * values are kept until the next upload starts; `notice` is the server's sentence about content that it removed from a
 * file. `onDone` is called after a successful upload, with the notice or with null.
 */
export function useUpload(
  { call, getFieldName, successMessage }: Destination,
  onDone: (notice: string | null) => void,
) {
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [refusalMessages, setRefusalMessages] = useState<ReadonlyMap<File, string>>(new Map());
  const [cancelled, setCancelled] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const runningUpload = useRef<AbortController | null>(null);
  // Leaving the page cancels the upload.
  useEffect(() => () => runningUpload.current?.abort(), []);

  const send = async (files: readonly File[], fields: Record<string, string>) => {
    if (runningUpload.current) return;
    const cancellation = new AbortController();
    runningUpload.current = cancellation;
    setError(null);
    setRefusalMessages(new Map());
    setCancelled(false);
    setNotice(null);
    setProgress({ sent: 0, total: 0 });
    try {
      const answer = await upload(call, files, getFieldName, {
        onProgress: (sent, total) => setProgress({ sent, total }),
        fields,
        signal: cancellation.signal,
      });
      await invalidate(...callsAffectedByDocuments);
      // The toast is shown once the list has been refetched; until then the button shows that the upload is running.
      toast.success(successMessage, 'upload');
      const changeNotice = answer.message ?? null;
      setNotice(changeNotice);
      onDone(changeNotice);
    } catch (problem) {
      if (cancellation.signal.aborted) {
        setCancelled(true);
        void invalidate(...callsAffectedByDocuments);
        return;
      }
      if (isSessionEndedError(problem)) return;
      const fileMessages = groupMessagesByFile(problem, files);
      setRefusalMessages(fileMessages);
      if (fileMessages.size === 0) {
        // The server's own sentence, or a general one if the server has sent none (reference 5.7).
        toast.error(
          problem instanceof CallError ? errorMessageOf(problem) : 'Fehler beim Hochladen der Dateien',
          'upload',
        );
        setError(problem);
      }
    } finally {
      runningUpload.current = null;
      setProgress(null);
    }
  };

  return {
    progress,
    error,
    /** The server's messages by refused file. If there are any, none of the files was stored. */
    refusalMessages,
    cancelled,
    notice,
    /** The props that show a general sentence above the error; empty for a CallError, which has its own sentence. */
    errorNoticeProps: error instanceof CallError ? {} : { message: 'Fehler beim Hochladen der Dateien' },
    /** Starts an upload. `fields` are the text fields that are sent with the files, by name. */
    send: (files: readonly File[], fields: Record<string, string> = {}) => void send(files, fields),
    cancel: () => runningUpload.current?.abort(),
  };
}

/** Returns the messages in an error that are about a single file, by file. */
function groupMessagesByFile(problem: unknown, files: readonly File[]): ReadonlyMap<File, string> {
  const errors = problem instanceof CallError ? problem.errors : [];
  const entries = errors.map(({ path, message }) => [files[Number(path)], message] as const);
  return new Map(entries.filter((pair): pair is [File, string] => pair[0] !== undefined));
}
