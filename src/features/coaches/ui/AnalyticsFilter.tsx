import Box from '@mui/material/Box';
import type { FormEvent } from 'react';
import { typedMistakes } from '../../appointments/ui/range.ts';
import { RangeFields } from '../../appointments/ui/RangeFields.tsx';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { useTyped } from '../../web/ui/useTyped.ts';
import { calendarMistakes, type AnalyticsForm } from '../rules.ts';
import { CoachField } from './CoachField.tsx';

interface Props {
  /** What the page shows; `busy` while it is fetched. */
  chosen: AnalyticsForm;
  busy: boolean;
  onSearch: (form: AnalyticsForm) => void;
}

/** Whose analytics of which days: all three are required (spec coach §5). */
export default function AnalyticsFilter({ chosen, busy, onSearch }: Props) {
  const { typed: form, setTyped: setForm, asChosen } = useTyped(chosen);
  const { coachId, fromDate, tillDate } = form;
  const change = (part: Partial<AnalyticsForm>) => setForm({ ...form, ...part });
  const range = { from: fromDate, till: tillDate };
  const { from, till } = typedMistakes(range, true);
  const reason = from ?? till ?? calendarMistakes(form)[0]?.message ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason) onSearch(form);
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
        marked
        onChange={({ from: first, till: last }) => change({ fromDate: first, tillDate: last })}
      />
      <Box sx={{ pt: { sm: 1.5 } }}>
        <BusyButton type="submit" busy={busy && asChosen} busyText="Suche ..." disabledReason={reason} reasonHidden>
          Suchen
        </BusyButton>
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
