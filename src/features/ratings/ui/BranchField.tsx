import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useLocations } from '../../provider/ui/useLocations.tsx';
import { OptionGroup } from '../../../web/ui/fields/OptionGroup.tsx';
import { firstLetter, googleReviewUrl } from '../rules.ts';

interface Branch {
  label: string;
  value: number;
  placeId?: string | undefined;
}

/** The field 'Google Standort': choosing a branch opens its page on Google Maps in a new tab (reference 6.5). */
export function BranchField({ provider }: { provider: string }) {
  const [branch, setBranch] = useState<Branch | null>(null);
  const { failureNotice, autocompleteProps } = useLocations();
  if (failureNotice) return failureNotice;
  const choose = (chosen: Branch | null) => {
    setBranch(chosen);
    if (chosen) window.open(googleReviewUrl(provider, chosen), '_blank', 'noopener,noreferrer');
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Autocomplete
        {...autocompleteProps}
        groupBy={(option) => firstLetter(option.label)}
        renderGroup={({ key, group, children }) => (
          <OptionGroup key={key} label={group}>
            {children}
          </OptionGroup>
        )}
        // Keeps the list inside the dialog, since screen readers ignore everything outside it.
        disablePortal
        slotProps={{ listbox: { component: 'div' }, paper: { sx: { border: 1, borderColor: 'divider' } } }}
        value={branch}
        isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
        onChange={(_, chosen) => choose(chosen)}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Google Standort"
            helperText="Die Auswahl öffnet Google Maps in einem neuen Tab."
          />
        )}
      />
      {branch && (
        <Link href={googleReviewUrl(provider, branch)} target="_blank" rel="noopener noreferrer">
          {branch.label} bei Google Maps öffnen
        </Link>
      )}
    </Box>
  );
}
