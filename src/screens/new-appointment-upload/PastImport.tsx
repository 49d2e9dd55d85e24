import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { germanMoment } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { getImport } from '../../features/appointments/import-files/contract.ts';
import { splitRejectedRows } from '../../features/appointments/rules.ts';
import { FailedImports } from './FailedImports.tsx';
import { ImportSummary } from './ImportSummary.tsx';
import { UndoImport } from './UndoImport.tsx';
import { nameOfFile } from './history.ts';

interface Props {
  importId: number;
  onClose: () => void;
}

/** An import of the past, with its failed rows while they are kept, and with its undoing while that is possible. */
export default function PastImport({ importId, onClose }: Props) {
  const query = useApiQuery(getImport, { importId });
  if (query.isError) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading blocks={4} height={40} />;
  return <Details pastImport={query.data.data} onClose={onClose} />;
}

interface DetailsProps {
  pastImport: OutputOf<typeof getImport>['data'];
  onClose: () => void;
}

function Details({ pastImport, onClose }: DetailsProps) {
  const { id, importedAt, importedBy, imported, failed, headerRow, errors, ...undoing } = pastImport;
  const rejected = splitRejectedRows(errors);
  const existingCount = rejected.existing.length;
  const fileName = nameOfFile(pastImport);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box component="section" aria-labelledby="ergebnis">
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'baseline' }}>
        <Typography variant="h2" id="ergebnis" ref={heading} tabIndex={-1} sx={{ flex: 1 }}>
          Import vom {germanMoment(new Date(importedAt))}
        </Typography>
        <Button onClick={onClose}>Schließen</Button>
      </Box>
      <Typography sx={{ mb: 4, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {fileName}, importiert von {importedBy}
      </Typography>
      {undoing.undoneAt === null && imported !== null && failed !== null && (
        <ImportSummary
          importedCount={imported}
          failedCount={failed - existingCount}
          existingCount={existingCount}
          failedRowsShown={rejected.failed.length > 0}
        />
      )}
      <UndoImport importId={id} {...undoing} />
      {errors.length > 0 && (
        <FailedImports rows={errors} headerRow={headerRow ?? 1} title="Fehlgeschlagene Importe" fileName={fileName} />
      )}
      {failed !== null && failed > 0 && (
        <Typography variant="body2" sx={{ mt: 4, color: 'text.secondary' }}>
          {errors.length > 0
            ? 'Zeilen, die nicht importiert wurden, werden 30 Tage lang aufbewahrt.'
            : 'Die Zeilen, die nicht importiert wurden, sind gelöscht: Sie werden 30 Tage lang aufbewahrt.'}
        </Typography>
      )}
    </Box>
  );
}
