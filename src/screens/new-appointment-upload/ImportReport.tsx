import { useState } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import { FileReport } from '../../web/ui/table-files/FileReport.tsx';
import type { importAppointments } from '../../features/appointments/import-files/contract.ts';
import { splitRejectedRows } from '../../features/appointments/rules.ts';
import { FailedImports } from './FailedImports.tsx';
import { ImportSummary } from './ImportSummary.tsx';
import { RowTable } from './RowTable.tsx';
import { UndoImport } from './UndoImport.tsx';

interface Props {
  fileName: string;
  /** Whether the import was only simulated: nothing was stored, and the report shows what would happen to each row. */
  dryRun: boolean;
  report: OutputOf<typeof importAppointments>;
}

/** Shows the outcome of each row. Once the import has been undone, only the failed rows are left of it. */
export default function ImportReport({ fileName, dryRun, report }: Props) {
  const { importId, headerRow, success: importedRows, errors } = report;
  const { existing, failed } = splitRejectedRows(errors);
  const [isUndone, setIsUndone] = useState(false);
  const failedTitle = dryRun ? 'Zeilen, die nicht importiert werden können' : 'Fehlgeschlagene Importe';
  const importedTitle = dryRun ? 'Termine, die importiert werden können' : 'Importierte Termine';
  return (
    <FileReport
      fileName={fileName}
      dryRun={dryRun}
      groups={
        isUndone
          ? []
          : [
              {
                title: importedTitle,
                count: importedRows.length,
                table: <RowTable rows={importedRows} label={importedTitle} />,
              },
            ]
      }
    >
      {!isUndone && (
        <ImportSummary
          importedCount={importedRows.length}
          failedCount={failed.length}
          existingCount={existing.length}
          dryRun={dryRun}
          failedRowsShown={failed.length > 0}
        />
      )}
      {importId !== null && (
        <UndoImport importId={importId} canBeUndone undoneAt={null} onUndone={() => setIsUndone(true)} />
      )}
      {errors.length > 0 && (
        <FailedImports rows={errors} headerRow={headerRow} title={failedTitle} fileName={fileName} />
      )}
    </FileReport>
  );
}
