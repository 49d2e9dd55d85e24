import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type Ref } from 'react';
import { searchParticipant, searchShort } from '../../participants/contract.ts';
import { searchMistakes } from '../../participants/rules.ts';
import type { OutputOf } from '../../shared/call.ts';
import { sentenceOf } from '../../web/api.ts';
import { useAsk } from '../../web/query.ts';

type Hit = OutputOf<typeof searchShort>['data'][number];

/** A participant to choose; the names apart where an admin has searched. */
export type Candidate = OutputOf<typeof searchParticipant>['data'][number] &
  Partial<Pick<Hit, 'firstName' | 'lastName'>>;

interface Props {
  /** Searches everybody; a coach finds their own participants, others by their complete e-mail address. */
  asAdmin: boolean;
  value: Candidate | null;
  onChange: (participant: Candidate | null) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** How long nobody must have typed before the server is asked, milliseconds. */
const pause = 250;

/** A participant, searched by typing from two characters on (spec coach §2). */
export function ParticipantField({ asAdmin, value, onChange, onBlur, error, ref }: Props) {
  const [text, setText] = useState(value?.fullName ?? '');
  const searchString = text.trim();
  const hint = value ? '' : (searchMistakes({ searchString })[0]?.message ?? '');
  const asked = useSettledText(searchString);
  // An answer to an older text is aborted: nothing on the screen waits for it any more.
  const wanted = !value && !hint && asked === searchString;
  const own = useAsk(searchParticipant, { searchString: asked }, { enabled: wanted && !asAdmin });
  const all = useAsk(searchShort, { searchString: asked }, { enabled: wanted && asAdmin });
  const found = asAdmin ? all : own;
  const candidates = asAdmin ? all.data?.data.map(named) : own.data?.data;
  const waiting = !value && !hint && (asked !== searchString || found.isFetching);
  return (
    <Autocomplete
      options={waiting || value || hint ? [] : (candidates ?? [])}
      // The server has searched already, by more than the name.
      filterOptions={(options) => options}
      loading={waiting}
      loadingText="Lädt..."
      noOptionsText={hint || (asAdmin ? 'Niemand gefunden.' : <NobodyFound />)}
      openText="Liste öffnen"
      closeText="Liste schließen"
      clearText="Auswahl löschen"
      autoHighlight
      // Within the form's landmark, not at the end of the page.
      disablePortal
      fullWidth
      value={value}
      inputValue={text}
      onInputChange={(_, typed) => {
        setText(typed);
        // Whoever types on means somebody else.
        if (value && typed !== value.fullName) onChange(null);
      }}
      onChange={(_, participant) => onChange(participant)}
      onBlur={onBlur}
      getOptionLabel={({ fullName }) => fullName}
      getOptionKey={({ participantId }) => participantId}
      isOptionEqualToValue={(option, chosen) => option.participantId === chosen.participantId}
      renderOption={({ key, ...props }, { fullName, email }) => (
        <Box key={key} component="li" {...props}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <div>{fullName}</div>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {email}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label="Teilnehmer:in"
          required
          error={Boolean(error) || found.isError}
          helperText={error ?? (found.isError ? sentenceOf(found.error) : (value?.email ?? hint))}
        />
      )}
    />
  );
}

const named = (hit: Hit): Candidate => ({ ...hit, fullName: `${hit.firstName} ${hit.lastName}` });

function NobodyFound() {
  return <>Niemand gefunden. Wer noch keinen Termin hier hatte, erscheint mit der vollständigen E-Mail-Adresse.</>;
}

/** A text as it was when the typing last paused. */
function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
