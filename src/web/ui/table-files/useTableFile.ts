import { useCallback, useEffect, useRef, useState } from 'react';
import { dryRunField } from '../../../shared/table-file.ts';
import type { Call, OutputOf } from '../../../shared/call.ts';
import { CallError, isSessionEndedError, upload } from '../../calls/api.ts';
import { queryClient } from '../../calls/apiQuery.ts';
import { toast } from '../../toasts/toast.ts';

/** What became of a file that was sent or checked. */
export type FileOutcome<Report> =
  | { kind: 'reported'; fileName: string; dryRun: boolean; report: Report }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'unusable'; problem: string };

const fileChangedMessage =
  'Die Datei kann nicht gelesen werden: Sie wurde inzwischen geändert oder ist noch in einem anderen Programm geöffnet. ' +
  'Bitte wähle sie noch einmal aus.';

interface Options<C extends Call> {
  call: C;
  /** The group of the toasts with the server's messages. */
  toastGroup: string;
  /**
   * Whether the report of a file that was sent stays on the page when the user comes back to it, until they choose
   * another file, sign out or reload. For a page without a list of what was sent before.
   */
  keepsReport?: boolean;
  /** Called when a file is sent, with or without a dry run. */
  onStart?: () => void;
  /** Called with the report of a file that was not only checked. */
  onReport: (report: OutputOf<C>) => void;
}

/**
 * Chooses a table file, and sends it to a call that reports what becomes of each row. Leaving the page aborts the call
 * before anything is stored, because the admin would not see the report.
 */
export function useTableFile<C extends Call>({ call, toastGroup, keepsReport = false, onStart, onReport }: Options<C>) {
  const [keptKey] = useState(() => ['keptReport', call.path]);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<{ sentBytes: number; totalBytes: number } | null>(null);
  const [outcome, setShownOutcome] = useState<FileOutcome<OutputOf<C>> | null>(
    () => queryClient.getQueryData<FileOutcome<OutputOf<C>>>(keptKey) ?? null,
  );
  const setOutcome = (next: typeof outcome) => {
    setShownOutcome(next);
    queryClient.removeQueries({ queryKey: keptKey });
    if (!keepsReport || next?.kind !== 'reported' || next.dryRun) return;
    queryClient.setQueryDefaults(keptKey, { gcTime: Infinity });
    queryClient.setQueryData(keptKey, next);
  };
  const abortController = useRef<AbortController | null>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  /** Sends the file and returns the outcome; null if the session has ended, which another message reports. */
  const send = async (chosenFile: File, dryRun: boolean, signal: AbortSignal): Promise<typeof outcome> => {
    // Read the file first: if it was edited after it was chosen, sending it would fail like a broken connection.
    const bytes = await chosenFile.arrayBuffer().catch(() => null);
    if (!bytes) return { kind: 'unusable', problem: fileChangedMessage };
    try {
      const copy = new File([bytes], chosenFile.name, { type: 'text/csv' });
      const report = await upload(call, [copy], (sessionId) => `file_${sessionId}`, {
        onProgress: (sentBytes, totalBytes) => setProgress({ sentBytes, totalBytes }),
        signal,
        ...(dryRun ? { fields: { [dryRunField]: '1' } } : {}),
      });
      if (!dryRun) onReport(report);
      return { kind: 'reported', fileName: chosenFile.name, dryRun, report };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      if (isSessionEndedError(error)) return null;
      if (error instanceof CallError) toast.error(error.message, toastGroup);
      return { kind: 'failed', error };
    }
  };

  return {
    file,
    progress,
    outcome,
    clearOutcome: useCallback(() => setShownOutcome(null), []),
    cancel: () => abortController.current?.abort(),
    choose(chosenFile: File | null, problem: string | null) {
      setFile(chosenFile);
      setOutcome(problem ? { kind: 'unusable', problem } : null);
    },
    async start(chosenFile: File, dryRun: boolean) {
      const controller = new AbortController();
      abortController.current = controller;
      setOutcome(null);
      onStart?.();
      setProgress({ sentBytes: 0, totalBytes: chosenFile.size });
      const result = await send(chosenFile, dryRun, controller.signal);
      setProgress(null);
      setOutcome(result);
      // To send a corrected file, the admin must choose it again, because the browser still holds the old version.
      if (result?.kind === 'reported' && !dryRun) setFile(null);
    },
  };
}
