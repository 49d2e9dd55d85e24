import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { Suspense, useState } from 'react';
import { longest } from '../../shared/lengths.ts';
import { lazyPart } from '../../web/chunk.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { dateIncomplete, halfDate } from '../../web/ui/halfDate.ts';
import { useTyped } from '../../web/ui/useTyped.ts';
import { searchMistakes } from '../rules.ts';
import { isSearch, type Criteria } from './useSearch.ts';

// The name can be typed before the other two are there: they weigh more than the page.
const DateField = lazyPart('DateField', async () => ({
  default: (await import('../../web/ui/DateField.tsx')).DateField,
}));
const CoachField = lazyPart('CoachField', async () => ({
  default: (await import('../../coaches/ui/CoachField.tsx')).CoachField,
}));

interface Props {
  /** What the list shows; `busy` while it is fetched. */
  chosen: Criteria;
  /** Also by day and by coach of the appointments (spec coach §2: the full search). */
  full: boolean;
  busy: boolean;
  onSearch: (criteria: Criteria) => void;
}

/** What to search for: a name; in the full search a name, a day or a coach. Nothing is asked before 'Suchen'. */
export function SearchForm({ chosen, full, busy, onSearch }: Props) {
  const { typed, setTyped, asChosen } = useTyped(chosen);
  const [mistake, setMistake] = useState('');
  const wanted = { ...typed, text: typed.text.trim() };
  const empty = !wanted.text && !wanted.date && wanted.coach === null;
  const half = typed.date === halfDate;
  const take = (date: string) => setTyped({ ...typed, date });
  const missing = full
    ? 'Gib einen Namen, ein Datum oder einen Coach an.'
    : 'Gib zuerst einen Namen oder eine E-Mail-Adresse ein.';
  return (
    <Box
      component="form"
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (empty || half) return;
        setMistake(wanted.text ? (searchMistakes({ searchString: wanted.text })[0]?.message ?? '') : '');
        if (isSearch(wanted)) onSearch(wanted);
      }}
      sx={full ? grid : row}
    >
      <TextField
        label="Teilnehmer:in suchen"
        type="search"
        autoComplete="off"
        value={typed.text}
        error={mistake !== ''}
        helperText={mistake}
        slotProps={{ htmlInput: { maxLength: longest.search } }}
        onChange={({ target }) => {
          setTyped({ ...typed, text: target.value });
          setMistake('');
        }}
        sx={full ? {} : { flex: '1 1 260px', maxWidth: 480 }}
      />
      {full && (
        <Suspense fallback={<Box sx={{ height: 56 }} />}>
          <DateField
            label="Datum"
            value={typed.date}
            onChange={take}
            // Left half-typed it is no criterion that could be searched by.
            onSettled={(date) => (date === halfDate || typed.date === halfDate) && take(date)}
            error={half ? dateIncomplete : undefined}
          />
        </Suspense>
      )}
      {full && (
        <Suspense fallback={<Box sx={{ height: 56 }} />}>
          <CoachField
            value={typed.coach}
            placeholder="Alle"
            onChange={(coach) => setTyped({ ...typed, coach: coach?.value ?? null })}
          />
        </Suspense>
      )}
      <Box sx={{ pt: { sm: 1.5 } }}>
        <BusyButton
          type="submit"
          busy={busy && asChosen}
          busyText="Suche Teilnehmer:in ..."
          disabledReason={half ? dateIncomplete : empty ? missing : ''}
          reasonHidden
        >
          Suchen
        </BusyButton>
      </Box>
    </Box>
  );
}

const row = { display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start', mb: 2 } as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1.4fr) auto',
  },
  gap: 3,
  alignItems: 'start',
  mb: 2,
} as const;
