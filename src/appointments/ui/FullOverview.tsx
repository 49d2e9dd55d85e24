import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { CoachField } from '../../coaches/ui/CoachField.tsx';
import { ask } from '../../web/api.ts';
import { useNow } from '../../web/clock.ts';
import { useAsk } from '../../web/query.ts';
import { ExportButton } from '../../web/ui/ExportButton.tsx';
import { OnPaper } from '../../web/ui/OnPaper.tsx';
import { fullOverview, type OverviewOrder } from '../contract.ts';
import { coachingTypes } from '../rules.ts';
import { overviewCsv } from './overviewCsv.ts';
import { OverviewList, pageSize } from './OverviewList.tsx';
import { germanRange, useRange } from './range.ts';
import { RangeFilter } from './RangeFilter.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { daysAhead, presets, useOverviewChoice, type AdminChoice } from './useOverviewChoice.ts';

/** Everybody's appointments for admins: by coach and kind too, in the order chosen, as a file. */
export default function FullOverview() {
  const { range, isRight, setRange, place } = useRange({ ahead: daysAhead });
  const { statuses, setStatuses, admin, setAdmin, page, setPage } = useOverviewChoice();
  const filters = {
    fromDate: range.from,
    tillDate: range.till,
    status: statuses,
    coachId: admin.coach,
    sort: admin.order,
    ...(admin.type ? { type: admin.type } : {}),
  };
  const overview = useAsk(fullOverview, { ...filters, page, pageSize }, { enabled: isRight, keep: true });
  const { counts, total } = (isRight && overview.data?.meta) || {};
  const today = useNow().date;
  const csv = async () => ({
    name: `termine-${range.from}-bis-${range.till}.csv`,
    csv: overviewCsv((await ask(fullOverview, filters)).data, today),
  });
  return (
    <>
      <RangeFilter key={place} first={range} onChange={setRange} presets={presets} />
      <OnPaper>{germanRange(range)}</OnPaper>
      <AdminFilter chosen={admin} onChange={setAdmin} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, justifyContent: 'space-between', mb: 4 }}>
        <StatusFilter chosen={statuses} counts={counts} onChange={setStatuses} />
        <ExportButton noun="Termine" total={overview.isPlaceholderData ? undefined : total} make={csv} />
      </Box>
      {isRight && <OverviewList overview={overview} asAdmin page={page} setPage={setPage} />}
    </>
  );
}

const orders: Record<OverviewOrder, string> = {
  start: 'Früheste zuerst',
  latestStart: 'Späteste zuerst',
  coach: 'Nach Coach',
  participant: 'Nach Teilnehmer:in',
};

interface Props {
  chosen: AdminChoice;
  onChange: (chosen: AdminChoice) => void;
}

function AdminFilter({ chosen, onChange }: Props) {
  return (
    <Box component="section" aria-label="Filter" className="no-print" sx={fields}>
      <CoachField
        value={chosen.coach}
        onChange={(coach) => onChange({ ...chosen, coach: coach?.value ?? null })}
        placeholder="Alle"
      />
      <TextField
        select
        label="Art"
        value={chosen.type ?? ''}
        onChange={({ target }) =>
          onChange({ ...chosen, type: coachingTypes.find((type) => type === target.value) ?? null })
        }
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">Alle</MenuItem>
        {coachingTypes.map((type) => (
          <MenuItem key={type} value={type}>
            {type}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label="Sortierung"
        value={chosen.order}
        onChange={({ target }) => onChange({ ...chosen, order: target.value as OverviewOrder })}
      >
        {Object.entries(orders).map(([order, label]) => (
          <MenuItem key={order} value={order}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

const fields = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 3fr) repeat(2, minmax(0, 2fr))' },
  gap: 4,
  mb: 4,
} as const;
