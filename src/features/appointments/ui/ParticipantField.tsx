import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type Ref } from 'react';
import { searchParticipant, searchShort, type Unchoosable } from '../../participants/contract.ts';
import { searchMistakes, unchoosableSentences } from '../../participants/rules.ts';
import type { OutputOf } from '../../shared/call.ts';
import { longest } from '../../shared/lengths.ts';
import { sentenceOf } from '../../web/api.ts';
import { useAsk } from '../../web/query.ts';

type Hit = OutputOf<typeof searchShort>['data'][number];

/** A participant to choose; the names apart where an admin has searched. */
export type Candidate = OutputOf<typeof searchParticipant>['data'][number] &
  Partial<Pick<Hit, 'firstName' | 'lastName'>>;

/** One of the list: somebody to choose, or somebody who cannot be chosen, with the reason. */
type Option = Candidate & Partial<Pick<Unchoosable, 'reason'>>;

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
  // Whose name is chosen stands there instead.
  const [text, setText] = useState('');
  const searchString = text.trim();
  const hint = value ? '' : (searchMistakes({ searchString })[0]?.message ?? '');
  const asked = useSettledText(searchString);
  // An answer to an older text is aborted: nothing on the screen waits for it any more.
  const wanted = !value && !hint && asked === searchString;
  const own = useAsk(searchParticipant, { searchString: asked }, { enabled: wanted && !asAdmin });
  const all = useAsk(searchShort, { searchString: asked }, { enabled: wanted && asAdmin });
  const found = asAdmin ? all : own;
  const candidates = asAdmin ? all.data?.data.map(named) : own.data?.data;
  const options: Option[] = [...(candidates ?? []), ...(found.data?.meta.unchoosable ?? [])];
  const waiting = !value && !hint && (asked !== searchString || found.isFetching);
  return (
    <Autocomplete<Option>
      options={waiting || value || hint ? [] : options}
      // The server has searched already, by more than the name.
      filterOptions={(listed) => listed}
      loading={waiting}
      loadingText="Lädt..."
      noOptionsText={hint || (asAdmin ? 'Niemand gefunden.' : <NobodyFound />)}
      openText="Liste öffnen"
      closeText="Liste schließen"
      clearText="Auswahl löschen"
      autoHighlight
      // With the keyboard, too, one reads why somebody cannot be chosen.
      disabledItemsFocusable
      getOptionDisabled={({ reason }) => reason !== undefined}
      // What was typed stays, for whoever is meant may be looked for again.
      clearOnBlur={false}
      // Within the form's landmark, not at the end of the page.
      disablePortal
      fullWidth
      value={value}
      inputValue={value ? value.fullName : text}
      onInputChange={(_, typed, reason) => {
        // A value that changes sets the text by itself, later than the key that changed it.
        if (reason !== 'input' && reason !== 'clear') return;
        setText(typed);
        // Whoever types on means somebody else.
        if (value) onChange(null);
      }}
      onChange={(_, participant) => {
        setText('');
        onChange(participant);
      }}
      onBlur={onBlur}
      getOptionLabel={({ fullName }) => fullName}
      getOptionKey={({ participantId }) => participantId}
      isOptionEqualToValue={(option, chosen) => option.participantId === chosen.participantId}
      renderOption={({ key, ...props }, { fullName, email, reason }) => (
        <Box key={key} component="li" {...props} sx={reason ? unchoosable : {}}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <div>{fullName}</div>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {email}
            </Typography>
            {reason && <Typography variant="body2">{unchoosableSentences[reason]}</Typography>}
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
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength: longest.search } }}
        />
      )}
    />
  );
}

const named = (hit: Hit): Candidate => ({ ...hit, fullName: `${hit.firstName} ${hit.lastName}` });

/** Pale as what cannot be chosen, and yet to be read. */
const unchoosable = { '&&[aria-disabled=true]': { opacity: 1, color: 'text.secondary', fontStyle: 'italic' } } as const;

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
