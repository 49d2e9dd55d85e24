import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { incompleteDateError, incompleteDate } from '../../web/ui/fields/incompleteDate.ts';
import { useFilterInput } from '../../web/ui/fields/useFilterInput.ts';
import { FilterTextField } from '../../web/ui/fields/FilterTextField.tsx';
import { filterLine } from '../../web/ui/fields/RangeFilter.tsx';
import { searchErrors } from '../../features/participants/rules.ts';
import { hasAdvancedCriteria, canSearch, type Criteria } from './useSearch.ts';

// Loaded after the page, because these fields have more code than the rest of the page.
const DateField = lazyComponent('DateField', async () => ({
  default: (await import('../../web/ui/fields/DateField.tsx')).DateField,
}));
const CoachField = lazyComponent('CoachField', async () => ({
  default: (await import('../../features/coaches/ui/CoachField.tsx')).CoachField,
}));

const AdvancedFields = lazyComponent('AdvancedFields', () => import('./AdvancedFields.tsx'));

interface Props {
  /** The criteria of the list that is shown. */
  appliedCriteria: Criteria;
  /** Whether to add fields for the day and the coach of appointments (reference 8.2). */
  hasAppointmentFields: boolean;
  /** Whether the list is loading. */
  busy: boolean;
  onSearch: (criteria: Criteria) => void;
}

/** The form for the criteria of the search. The button 'Suchen' starts the search. */
export function SearchForm({ appliedCriteria, hasAppointmentFields, busy, onSearch }: Props) {
  const { values, setValues, isUnchanged } = useFilterInput(appliedCriteria);
  const [textError, setTextError] = useState('');
  const [showsAdvancedFields, setShowsAdvancedFields] = useState(() => hasAdvancedCriteria(appliedCriteria));
  const criteria = { ...values, text: values.text.trim(), listsAll: false };
  const isEmpty = !criteria.text && !criteria.date && criteria.coachId === null && !hasAdvancedCriteria(criteria);
  const hasIncompleteDate = [values.date, values.endFrom, values.endTill].includes(incompleteDate);
  const setDate = (date: string) => setValues({ ...values, date });
  const emptyReason = hasAppointmentFields
    ? 'Gib einen Namen, ein Datum oder einen Coach an.'
    : 'Gib zuerst einen Namen oder eine E-Mail-Adresse ein.';
  return (
    <Box
      component="form"
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || hasIncompleteDate) return;
        setTextError(criteria.text ? (searchErrors({ searchString: criteria.text })[0]?.message ?? '') : '');
        if (canSearch(criteria)) onSearch(criteria);
      }}
      className="no-print"
      sx={filterLine}
    >
      <FilterTextField
        label="Teilnehmer:in suchen"
        type="search"
        value={values.text}
        error={textError !== ''}
        help={textError}
        maxLength={maxLengths.search}
        onChange={(text) => {
          setValues({ ...values, text });
          setTextError('');
        }}
        sx={{ width: { xs: '100%', sm: 300 } }}
      />
      {hasAppointmentFields && (
        <Box sx={{ ...lazyFieldStyle, width: { xs: '100%', sm: 168 } }}>
          <Suspense>
            <DateField
              label="Datum"
              value={values.date}
              onChange={setDate}
              // An incomplete date cannot be searched for. Storing it makes the field show an error.
              onCommit={(date) => (date === incompleteDate || values.date === incompleteDate) && setDate(date)}
              error={values.date === incompleteDate ? incompleteDateError : undefined}
            />
          </Suspense>
        </Box>
      )}
      {hasAppointmentFields && (
        <Box sx={{ ...lazyFieldStyle, width: { xs: '100%', sm: 240 } }}>
          <Suspense>
            <CoachField
              value={values.coachId}
              placeholder="Alle"
              onChange={(coach) => setValues({ ...values, coachId: coach?.value ?? null })}
            />
          </Suspense>
        </Box>
      )}
      <Box sx={{ width: { xs: '100%', sm: 'auto' }, display: 'grid' }}>
        <BusyButton
          type="submit"
          busy={busy && isUnchanged}
          busyText="Suche Teilnehmer:in ..."
          disabledReason={hasIncompleteDate ? incompleteDateError : isEmpty ? emptyReason : ''}
          reasonHidden
        >
          Suchen
        </BusyButton>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          type="button"
          aria-expanded={showsAdvancedFields}
          onClick={() => setShowsAdvancedFields(!showsAdvancedFields)}
        >
          Standort und Ende der Qualifizierung
        </Button>
        <Button type="button" onClick={() => onSearch({ ...noCriteria, listsAll: true })}>
          Alle anzeigen
        </Button>
      </Box>
      {showsAdvancedFields && (
        <Suspense fallback={<Box sx={{ height: 40, flexBasis: '100%' }} />}>
          <AdvancedFields criteria={values} onChange={(changes) => setValues({ ...values, ...changes })} />
        </Suspense>
      )}
    </Box>
  );
}

const noCriteria: Criteria = {
  text: '',
  date: '',
  coachId: null,
  locationId: null,
  endFrom: '',
  endTill: '',
  listsAll: false,
};

/** Reserves the space of a field that loads after the page. */
const lazyFieldStyle = { minHeight: 40 } as const;
