import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type Ref } from 'react';
import { searchParticipant, searchParticipantAsAdmin, type UnchoosablePerson } from '../contract.ts';
import { searchErrors, unchoosableMessages } from '../rules.ts';
import type { OutputOf } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { errorMessageOf } from '../../../web/calls/api.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { useDebounced } from '../../../web/useDebounced.ts';

type Hit = OutputOf<typeof searchParticipantAsAdmin>['data'][number];

/** A participant who can be chosen; an admin's search also returns the first and the last name. */
export type Candidate = OutputOf<typeof searchParticipant>['data'][number] &
  Partial<Pick<Hit, 'firstName' | 'lastName'>>;

/** An option of the list: a participant who can be chosen, or a person who cannot, with the reason. */
type Option = Candidate & Partial<Pick<UnchoosablePerson, 'reason'>>;

interface Props {
  /** Whether to search all participants. A coach finds only their own, and others by the complete e-mail address. */
  asAdmin: boolean;
  value: Candidate | null;
  onChange: (participant: Candidate | null) => void;
  onBlur: () => void;
  error: string | undefined;
  /** Whether the field takes the focus when it appears, for dialogs with no other field. */
  autoFocus?: boolean;
  ref: Ref<HTMLInputElement>;
}

/** A field to choose a participant, which searches once two characters are typed (reference 7.2). */
export function ParticipantField({ asAdmin, value, onChange, onBlur, error, ref, autoFocus = false }: Props) {
  // While a participant is chosen, the field shows their name instead.
  const [text, setText] = useState('');
  const searchString = text.trim();
  const hint = value ? '' : (searchErrors({ searchString })[0]?.message ?? '');
  const debouncedSearch = useDebounced(searchString);
  // Disabling the query aborts the call for an older text.
  const canSearch = !value && !hint && debouncedSearch === searchString;
  // For an hour after a search, the coach may book for the participants found (reference 8.10). So each search is sent
  // to the server instead of being answered from the cache.
  const queryOptions = { enabled: canSearch && !asAdmin, staleTime: 0 };
  const ownQuery = useApiQuery(searchParticipant, { searchString: debouncedSearch }, queryOptions);
  const allQuery = useApiQuery(
    searchParticipantAsAdmin,
    { searchString: debouncedSearch, mailbox: true },
    { enabled: canSearch && asAdmin },
  );
  const query = asAdmin ? allQuery : ownQuery;
  const candidates = asAdmin ? allQuery.data?.data.map(toCandidate) : ownQuery.data?.data;
  const options: Option[] = [...(candidates ?? []), ...(query.data?.meta.unchoosable ?? [])];
  const isWaiting = !value && !hint && (debouncedSearch !== searchString || query.isFetching);
  return (
    <Autocomplete<Option>
      options={isWaiting || value || hint ? [] : options}
      // The server has already filtered, by more than the name.
      filterOptions={(unfiltered) => unfiltered}
      loading={isWaiting}
      loadingText="Lädt..."
      noOptionsText={hint || (asAdmin ? 'Niemand gefunden.' : <NobodyFound />)}
      openText="Liste öffnen"
      closeText="Liste schließen"
      clearText="Auswahl löschen"
      autoHighlight
      // Lets keyboard users read why a person cannot be chosen.
      disabledItemsFocusable
      getOptionDisabled={({ reason }) => reason !== undefined}
      // The typed text stays, so that the search can be refined.
      clearOnBlur={false}
      // Keeps the list inside the form's landmark instead of at the end of the page.
      disablePortal
      fullWidth
      value={value}
      inputValue={value ? value.fullName : text}
      onInputChange={(_, typedText, reason) => {
        // When the value changes, the library sets the text itself, later than the key press that changed it.
        if (reason !== 'input' && reason !== 'clear') return;
        setText(typedText);
        // Typing again means that another participant is wanted.
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
        <Box key={key} component="li" {...props} sx={reason ? unchoosableStyle : {}}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <div>{fullName}</div>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {email}
            </Typography>
            {reason && <Typography variant="body2">{unchoosableMessages[reason]}</Typography>}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label="Teilnehmer:in"
          autoFocus={autoFocus}
          required
          error={Boolean(error) || query.isError}
          helperText={error ?? (query.isError ? errorMessageOf(query.error) : (value?.email ?? hint))}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: maxLengths.search },
          }}
        />
      )}
    />
  );
}

const toCandidate = (hit: Hit): Candidate => ({ ...hit, fullName: `${hit.firstName} ${hit.lastName}` });

/** The style of an option that looks disabled, but stays readable. */
const unchoosableStyle = {
  '&&[aria-disabled=true]': { opacity: 1, color: 'text.secondary', fontStyle: 'italic' },
} as const;

function NobodyFound() {
  return <>Niemand gefunden. Wer noch keinen Termin hier hatte, erscheint mit der vollständigen E-Mail-Adresse.</>;
}
