import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import type { OutputOf } from '../../../shared/call.ts';
import { compareGerman } from '../../../shared/german.ts';
import { filterByLabel } from '../../../shared/search.ts';
import { errorMessageOf } from '../../../web/calls/api.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getCoachList, listCoaches, type Coach } from '../contract.ts';

/** A coach to choose: the id as `value`, the name as `label`. */
export type CoachOption = OutputOf<typeof getCoachList>['data'][number];

interface Props {
  /** The chosen coach's id; null for none. */
  value: number | null;
  onChange: (coach: CoachOption | null) => void;
  /** Shown while no coach is chosen, such as 'Alle' in a filter. */
  placeholder?: string;
  /** Offers inactive coaches, too; only for admins. */
  withInactive?: boolean;
  required?: boolean;
  error?: string | undefined;
  onBlur?: () => void;
  /** Called as text is typed or dropped: whether the field says something else than the chosen coach. */
  onTyping?: (isTyping: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field to choose a coach by typing a part of the name. If the coaches cannot be loaded, the field says so inside,
 * where nothing moves, and loads them again when its list is opened.
 */
export function CoachField(props: Props) {
  const { value, onChange, placeholder, withInactive = false, required = false, error, onBlur, onTyping, ref } = props;
  const activeCoaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: !withInactive });
  const allCoaches = useApiQuery(listCoaches, {}, { staleTime: 60_000, enabled: withInactive });
  const coaches = withInactive ? allCoaches : activeCoaches;
  const options = (withInactive ? allCoaches.data && optionsOf(allCoaches.data.data) : activeCoaches.data?.data) ?? [];
  // A link may filter by a coach who is no longer active; the field shows that this filter applies.
  const chosenOption =
    options.find((coach) => coach.value === value) ?? (value === null ? null : inactiveOption(value));
  const failed = coaches.isError;
  const hint = failed ? 'Coaches nicht geladen' : placeholder;
  return (
    <Autocomplete
      options={options}
      filterOptions={filterByLabel}
      loading={coaches.isLoading}
      loadingText="Lädt..."
      noOptionsText={
        failed
          ? errorMessageOf(coaches.error)
          : withInactive
            ? 'Kein Coach mit diesem Namen.'
            : 'Kein aktiver Coach mit diesem Namen.'
      }
      onOpen={() => {
        if (failed) void coaches.refetch();
      }}
      openText="Liste öffnen"
      closeText="Liste schließen"
      clearText="Auswahl löschen"
      autoHighlight
      // Keeps the list inside the form's landmark instead of at the end of the page.
      disablePortal
      fullWidth
      // Until the list has been loaded, the name is unknown.
      value={coaches.data ? chosenOption : null}
      onChange={(_, coach) => {
        onChange(coach);
        // If the coach's whole name was typed, choosing the coach changes no text.
        onTyping?.(false);
      }}
      onInputChange={(_, text, reason) => onTyping?.(reason === 'input' && text !== (chosenOption?.label ?? ''))}
      {...(onBlur ? { onBlur } : {})}
      onKeyDown={(event) => {
        // Prevents a form from being sent with the previous coach while another name is typed.
        const { value: typedText } = event.target as HTMLInputElement;
        if (event.key === 'Enter' && typedText !== '' && typedText !== chosenOption?.label) event.preventDefault();
      }}
      getOptionKey={(coach) => coach.value}
      isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
      renderOption={({ key, ...props }, { label }) => (
        <Box key={key} component="li" {...props} sx={{ overflowWrap: 'anywhere' }}>
          {label}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...(ref ? { inputRef: ref } : {})}
          label="Coach"
          placeholder={hint ?? ''}
          required={required}
          error={Boolean(error) || failed}
          helperText={error ?? ''}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, ...(hint ? { shrink: true } : {}) },
          }}
        />
      )}
    />
  );
}

const inactiveOption = (value: number): CoachOption => ({ value, label: 'Nicht mehr aktiver Coach' });

const optionsOf = (coaches: readonly Coach[]): CoachOption[] =>
  coaches
    .map(({ id, firstName, lastName, active }) => ({
      value: id,
      label: `${firstName} ${lastName}${active ? '' : ' (inaktiv)'}`,
    }))
    .sort((a, b) => compareGerman(a.label, b.label));
