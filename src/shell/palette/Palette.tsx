import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import type { PopperProps } from '@mui/material/Popper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { maxLengths } from '../../shared/lengths.ts';
import type { User } from '../../shared/user.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { errorMessageOf } from '../../web/calls/api.ts';
import { useLatest } from '../../web/useLatest.ts';
import { OptionGroup } from '../../web/ui/fields/OptionGroup.tsx';
import { storeColumns } from '../../web/ui/tables/columnChoice.ts';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import type { PaletteEntry } from './entries.ts';
import { usePalette } from './usePalette.ts';

interface Props {
  user: User;
  /** The text that was typed while the palette's code was loading. */
  typedText: RefObject<string>;
  onClose: () => void;
}

/**
 * The command palette, in which users find a page, something to do, a participant, a saved view, a coach or one of
 * today's appointments by typing a few letters (reference 1.20). Closing it returns the focus to the element that had it.
 */
export default function Palette({ user, typedText, onClose }: Props) {
  const navigate = useNavigate();
  useBackCloses(true, onClose);
  const [text, setText] = useState('');
  const { entries, isLoading, error } = usePalette(user, text);
  // The text for which Enter was pressed before anything was found.
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const openEntry = useLatest((entry: PaletteEntry) => {
    onClose();
    if (entry.view) storeColumns(entry.view.list, entry.view.columns);
    void navigate(entry.to);
  });
  const firstEntry = useLatest(entries[0]);
  const opensFirst = enteredText === text && !isLoading && !error;
  useEffect(() => {
    if (opensFirst && firstEntry.current) openEntry.current(firstEntry.current);
  }, [opensFirst, firstEntry, openEntry]);
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      slotProps={{ paper: { 'aria-label': 'Suche', sx: { alignSelf: 'flex-start', p: 4, overflow: 'hidden' } } }}
    >
      <Autocomplete<PaletteEntry>
        open
        options={entries}
        // The entries are already filtered, since the server searches participants by more than their names.
        filterOptions={(options) => options}
        groupBy={({ group }) => group}
        renderGroup={({ key, group, children }) => (
          <OptionGroup key={key} label={group}>
            {children}
          </OptionGroup>
        )}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ group, to }) => `${group} ${to}`}
        isOptionEqualToValue={(entry, other) => entry.to === other.to}
        value={null}
        inputValue={text}
        onInputChange={(_, typed, reason) => reason === 'input' && setText(typed)}
        onChange={(_, entry) => entry && openEntry.current(entry)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isLoading && entries.length === 0) setEnteredText(text);
        }}
        onClose={(_, reason) => reason === 'escape' && onClose()}
        autoHighlight
        clearOnBlur={false}
        forcePopupIcon={false}
        disableClearable={false}
        loading={isLoading}
        loadingText="Lädt..."
        noOptionsText="Nichts gefunden."
        slots={{ popper: InlinePopper }}
        slotProps={{ listbox: { component: 'div', sx: { maxHeight: 'min(60vh, 480px)' } } }}
        renderOption={({ key, ...props }, { label, detail }) => (
          <Box key={key} component="li" {...props} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {detail}
            </Typography>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            // Only now does the field receive letters, so this is all that was typed before.
            onFocus={() => {
              setText((current) => typedText.current + current);
              typedText.current = '';
            }}
            label="Seite, Person oder Termin von heute"
            error={Boolean(error)}
            helperText={error ? errorMessageOf(error) : keyHint}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, maxLength: maxLengths.search },
            }}
          />
        )}
      />
      <Box component="output" sx={visuallyHidden}>
        {isLoading ? 'Lädt...' : entries.length === 1 ? 'Ein Treffer' : `${entries.length} Treffer`}
      </Box>
    </Dialog>
  );
}

/** The hint about the keys, left out where only touch is available, as on a phone. */
const keyHint = (
  <Box component="span" sx={{ '@media not (any-pointer: fine)': { display: 'none' } }}>
    Pfeiltasten wählen, Enter öffnet, Esc schließt.
  </Box>
);

/** Puts the list below the field, inside the dialog, instead of over the page. */
function InlinePopper({ children }: Pick<PopperProps, 'children'>) {
  return <Box sx={{ mt: 2 }}>{children as ReactNode}</Box>;
}
