import { Suspense } from 'react';
import { idParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { FilePageLayout } from '../../web/ui/table-files/FilePageLayout.tsx';
import { TableFileCard } from '../../web/ui/table-files/TableFileCard.tsx';
import { useTableFile } from '../../web/ui/table-files/useTableFile.ts';
import { getDailyPlan, getFullOverview } from '../../features/appointments/contract.ts';
import { getImports, importAppointments } from '../../features/appointments/import-files/contract.ts';
import { calendarLimits, nothingImportedMessage, splitRejectedRows } from '../../features/appointments/rules.ts';
import { OfferHint } from '../../features/waiting/ui/OfferHint.tsx';
import { linkIdOf } from './history.ts';
import { ImportColumns } from './ImportColumns.tsx';

const ImportReport = lazyComponent('ImportReport', () => import('./ImportReport.tsx'));
const PastImport = lazyComponent('PastImport', () => import('./PastImport.tsx'));
const ImportHistory = lazyComponent('ImportHistory', () => import('./ImportHistory.tsx'));

/** The import of the past that is shown. */
const params = { importId: idParam('import') };

/** An admin's import of appointments from a CSV or Excel file, with a report on every row (reference 7.3, 7.4). */
export default function ImportPage() {
  const { filters, setFilters } = useSearchFilters(params);
  const { importId } = filters;
  const tableFile = useTableFile({
    call: importAppointments,
    toastGroup: 'import',
    onStart: () => {
      if (importId !== null) setFilters({ importId: null });
    },
    onReport: ({ success, errors }) => {
      const { existing, failed } = splitRejectedRows(errors);
      if (success.length > 0) toast.success('Datei erfolgreich hochgeladen', 'import');
      else if (existing.length > 0 && failed.length === 0)
        toast.success('Alle Termine der Datei gab es schon.', 'import');
      else toast.error(nothingImportedMessage, 'import');
      void invalidate(getDailyPlan, getFullOverview, getImports);
    },
  });
  const { outcome, clearOutcome } = tableFile;
  const closePastImport = () => {
    setFilters({ importId: null });
    if (importId !== null) document.getElementById(linkIdOf(importId))?.focus();
  };

  return (
    <>
      <PageHeader title="Termin Upload">
        Termine für mehrere Coaches aus einer Excel- oder CSV-Datei anlegen. Gute Zeilen werden importiert, jede andere
        wird mit dem Grund gemeldet. Was es schon gibt, wird nicht doppelt angelegt. ‚Nur prüfen‘ zeigt dasselbe
        Ergebnis, ohne etwas anzulegen.
      </PageHeader>
      <FilePageLayout>
        <TableFileCard
          tableFile={tableFile}
          maxBytes={calendarLimits.bytes}
          submitLabel="Termine importieren"
          cancelledMessage="Import abgebrochen. Es wurde nichts gespeichert."
        >
          <OfferHint asAdmin />
        </TableFileCard>
        <ImportColumns />
      </FilePageLayout>
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
        <ImportHistory onOpen={clearOutcome} />
      </Suspense>
    </>
  );
}
