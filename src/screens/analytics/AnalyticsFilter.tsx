import Box from '@mui/material/Box';
import type { FormEvent } from 'react';
import { rangeErrors } from '../../web/ui/fields/range.ts';
import { RangeFields } from '../../web/ui/fields/RangeFields.tsx';
import { SearchButton } from '../../web/ui/buttons/SearchButton.tsx';
import { useFilterInput } from '../../web/ui/fields/useFilterInput.ts';
import { searchRow } from '../../web/ui/fields/searchRow.ts';
import { analyticsErrors, type AnalyticsForm } from '../../features/coaches/rules.ts';
import { CoachField } from '../../features/coaches/ui/CoachField.tsx';

interface Props {
  /** The coach and days that the page shows. */
  criteria: AnalyticsForm;
  /** Whether the page is loading. */
  busy: boolean;
  onSearch: (form: AnalyticsForm) => void;
}

/** The form for the coach and the range of days of the analytics. All fields are required (reference 9.4). */
export default function AnalyticsFilter({ criteria, busy, onSearch }: Props) {
  const { values: form, setValues: setForm, isUnchanged } = useFilterInput(criteria);
  const { coachId, fromDate, tillDate } = form;
  const change = (changes: Partial<AnalyticsForm>) => setForm({ ...form, ...changes });
  const range = { from: fromDate, till: tillDate };
  const errors = rangeErrors(range, true);
  const disabledReason = errors.from ?? errors.till ?? analyticsErrors(form)[0]?.message ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabledReason) onSearch(form);
  };
  return (
    <Box component="form" aria-label="Auswahl" className="no-print" noValidate onSubmit={submit} sx={bar}>
      <CoachField
        value={coachId}
        onChange={(coach) => change({ coachId: coach?.value ?? null })}
        withInactive
        required
      />
      <RangeFields
        labels={['Startdatum', 'Enddatum']}
        value={range}
        required
        markRequired
        onChange={({ from, till }) => change({ fromDate: from, tillDate: till })}
      />
      <Box sx={searchRow}>
        <SearchButton busy={busy && isUnchanged} disabledReason={disabledReason} />
      </Box>
    </Box>
  );
}

const bar = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) auto',
  },
  gap: 4,
  alignItems: 'start',
  mb: 6,
} as const;
