import { exportEvidence } from '../../features/evidence/contract.ts';
import { callApi, download } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { useChosenColumns } from '../../web/ui/tables/columnChoice.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { ExportButton } from '../../web/ui/buttons/ExportButton.tsx';
import type { Range } from '../../web/ui/fields/range.ts';
import { exportAppointments, getFullOverview, participantColumns } from '../../features/appointments/contract.ts';
import { exportLabels, useShortExportLabels } from './exportLabels.ts';
import { overviewCsv } from './overviewCsv.ts';
import {
  toFullOverviewInput,
  defaultPageSize,
  useOverviewFilters,
} from '../../features/appointments/ui/useOverviewFilters.ts';

/** The admins' export buttons: all filtered rows as CSV or Excel (reference 7.8), and the evidence for funders. */
export default function OverviewExports({ range, isValid }: { range: Range; isValid: boolean }) {
  const { statuses, adminFilters, page } = useOverviewFilters(range);
  const { pageSize } = usePageSize('termine', defaultPageSize);
  const filters = toFullOverviewInput(range, statuses, adminFilters);
  const overview = useApiQuery(
    getFullOverview,
    { ...filters, page, pageSize },
    { enabled: isValid, keepPrevious: true },
  );
  const total = isValid && !overview.isPlaceholderData ? overview.data?.meta.total : undefined;
  const now = useNow();
  const chosenColumns = useChosenColumns('termine');
  const columns = chosenColumns && participantColumns.filter((column) => chosenColumns.includes(column));
  const createCsv = async () => ({
    name: `termine-${range.from}-bis-${range.till}.csv`,
    csv: overviewCsv((await callApi(getFullOverview, filters)).data, now, chosenColumns),
  });
  const createXlsx = async () => ({
    name: `termine-${range.from}-bis-${range.till}.xlsx`,
    file: await download(exportAppointments, { ...filters, format: 'xlsx', ...(columns && { columns }) }),
  });
  const createEvidence = async (format: 'xlsx' | 'pdf') => {
    const evidenceFilters = { fromDate: range.from, tillDate: range.till, coachId: adminFilters.coach };
    return {
      name: `nachweis-${range.from}-bis-${range.till}.${format}`,
      file: await download(exportEvidence, { ...evidenceFilters, format }),
    };
  };
  const shortLabels = useShortExportLabels();
  const exports = [createCsv, createXlsx, () => createEvidence('xlsx'), () => createEvidence('pdf')];
  return exports.map((createExport, index) => (
    <ExportButton
      key={exportLabels[index]}
      noun="Termine"
      label={exportLabels[index]}
      shortLabel={shortLabels?.[index]}
      total={total}
      createExport={createExport}
    />
  ));
}
