import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { idParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { CallError, isSessionEndedError, upload } from '../../web/calls/api.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getDailyPlan, getFullOverview } from '../../features/appointments/contract.ts';
import { dryRunField, getImports, importAppointments } from '../../features/appointments/import-files/contract.ts';
import { nothingImportedMessage } from '../../features/appointments/rules.ts';
import { linkIdOf } from './history.ts';
import { ImportFileField } from './ImportFileField.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import type { Report } from './ImportReport.tsx';

const ImportReport = lazyComponent('ImportReport', () => import('./ImportReport.tsx'));
const PastImport = lazyComponent('PastImport', () => import('./PastImport.tsx'));
const ImportHistory = lazyComponent('ImportHistory', () => import('./ImportHistory.tsx'));

/** The import of the past that is shown. */
const params = { importId: idParam('import') };

type Outcome =
  | { kind: 'reported'; fileName: string; dryRun: boolean; report: Report }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'unusable'; problem: string };

const fileChangedMessage =
  'Die Datei kann nicht gelesen werden: Sie wurde inzwischen geändert oder ist noch in einem anderen Programm geöffnet. ' +
  'Bitte wähle sie noch einmal aus.';

/** An admin's import of appointments from a CSV or Excel file, with a report on every row (reference 7.3, 7.4). */
export default function ImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<{ sentBytes: number; totalBytes: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const abortController = useRef<AbortController | null>(null);
  // Leaving the page aborts the import before anything is stored, because the admin would not see the report.
  useEffect(() => () => abortController.current?.abort(), []);
  // The focused button disappears with the progress bar, so the import button takes the focus.
  const importButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (outcome && document.activeElement === document.body) importButton.current?.focus();
  }, [outcome]);

  const { filters, setFilters } = useSearchFilters(params);
  const { importId } = filters;
  const closePastImport = () => {
    setFilters({ importId: null });
    if (importId !== null) document.getElementById(linkIdOf(importId))?.focus();
  };
  const closeReport = useCallback(() => setOutcome(null), []);

  const choose = (chosenFile: File | null, problem: string | null) => {
    setFile(chosenFile);
    setOutcome(problem ? { kind: 'unusable', problem } : null);
  };

  const startImport = async (chosenFile: File, dryRun: boolean) => {
    const controller = new AbortController();
    abortController.current = controller;
    setOutcome(null);
    if (importId !== null) setFilters({ importId: null });
    setProgress({ sentBytes: 0, totalBytes: chosenFile.size });
    const result = await sendFile(chosenFile, {
      dryRun,
      signal: controller.signal,
      onProgress: (sentBytes, totalBytes) => setProgress({ sentBytes, totalBytes }),
    });
    setProgress(null);
    setOutcome(result);
    // To import a corrected file, the admin must choose it again, because the browser still holds the old version.
    if (result?.kind === 'reported' && !dryRun) setFile(null);
  };

  return (
    <>
      <PageHeader title="Termin Upload">
        Termine für mehrere Coaches aus einer Excel- oder CSV-Datei anlegen. Gute Zeilen werden importiert, jede andere
        wird mit dem Grund gemeldet. Was es schon gibt, wird nicht doppelt angelegt. ‚Nur prüfen‘ zeigt dasselbe
        Ergebnis, ohne etwas anzulegen.
      </PageHeader>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 8, md: 12 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start',
          mb: 10,
        }}
      >
        <Card sx={{ p: { xs: 4, sm: 6 } }}>
          {outcome && outcome.kind !== 'reported' && <OutcomeNotice outcome={outcome} />}
          {progress && file ? (
            <ImportProgress fileName={file.name} {...progress} onCancel={() => abortController.current?.abort()} />
          ) : (
            <>
              <ImportFileField file={file} onChoose={choose} />
              <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 3 }}>
                <div>
                  <BusyButton
                    ref={importButton}
                    disabledReason={file ? null : 'Bitte wähle zuerst eine Excel- oder CSV-Datei aus.'}
                    onClick={() => file && void startImport(file, false)}
                  >
                    Termine importieren
                  </BusyButton>
                </div>
                {file && (
                  <Button variant="outlined" onClick={() => void startImport(file, true)}>
                    Nur prüfen
                  </Button>
                )}
              </Box>
            </>
          )}
        </Card>
        <ImportColumns />
      </Box>
      {outcome?.kind === 'reported' && (
        <Suspense>
          <ImportReport key={String(outcome.dryRun)} {...outcome} />
        </Suspense>
      )}
      {importId !== null && outcome?.kind !== 'reported' && (
        <Suspense fallback={<Loading blocks={4} height={40} />}>
          <PastImport key={importId} importId={importId} onClose={closePastImport} />
        </Suspense>
      )}
      <Suspense>
        <ImportHistory onOpen={closeReport} />
      </Suspense>
    </>
  );
}

interface SendOptions {
  /** Whether the server only reports what the import would do, and stores nothing. */
  dryRun: boolean;
  signal: AbortSignal;
  onProgress: (sentBytes: number, totalBytes: number) => void;
}

/** Sends the file and returns the outcome; null if the session has ended, which another message reports. */
async function sendFile(file: File, { dryRun, signal, onProgress }: SendOptions): Promise<Outcome | null> {
  // Read the file first: if it was edited after it was chosen, sending it would fail like a broken connection.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { kind: 'unusable', problem: fileChangedMessage };
  try {
    const copy = new File([bytes], file.name, { type: 'text/csv' });
    const report = await upload(importAppointments, [copy], (sessionId) => `file_${sessionId}`, {
      onProgress,
      signal,
      ...(dryRun ? { fields: { [dryRunField]: '1' } } : {}),
    });
    if (!dryRun) {
      if (report.success.length > 0) toast.success('Datei erfolgreich hochgeladen', 'import');
      else toast.error(nothingImportedMessage, 'import');
      void invalidate(getDailyPlan, getFullOverview, getImports);
    }
    return { kind: 'reported', fileName: file.name, dryRun, report };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    if (isSessionEndedError(error)) return null;
    if (error instanceof CallError) toast.error(error.message, 'import');
    return { kind: 'failed', error };
  }
}

function OutcomeNotice({ outcome }: { outcome: Exclude<Outcome, { kind: 'reported' }> }) {
  if (outcome.kind === 'failed') return <ErrorNotice error={outcome.error} />;
  if (outcome.kind === 'unusable')
    return (
      <Notice kind="error" announced>
        {outcome.problem}
      </Notice>
    );
  return (
    <Notice kind="info" announced>
      Import abgebrochen. Es wurde nichts gespeichert.
    </Notice>
  );
}
