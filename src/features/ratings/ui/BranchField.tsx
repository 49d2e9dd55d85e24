import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useId, useState, type ReactNode } from 'react';
import { useLocations } from '../../portal/ui/useLocations.tsx';
import { firstLetter, mapsAddress } from '../rules.ts';

interface Branch {
  label: string;
  value: number;
  placeId?: string | undefined;
}

/** 'Google Standort': choosing a branch opens its review page on the maps service in a new tab (spec participant §2). */
export function BranchField({ provider }: { provider: string }) {
  const [branch, setBranch] = useState<Branch | null>(null);
  const { failed, list } = useLocations();
  if (failed) return failed;
  const choose = (chosen: Branch | null) => {
    setBranch(chosen);
    if (chosen) window.open(mapsAddress(provider, chosen), '_blank', 'noopener,noreferrer');
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Autocomplete
        {...list}
        groupBy={(option) => firstLetter(option.label)}
        renderGroup={({ key, group, children }) => (
          <Group key={key} letter={group}>
            {children}
          </Group>
        )}
        // The list stays inside the dialog, where screen readers look.
        disablePortal
        slotProps={{ listbox: { component: 'div' }, paper: { sx: { my: 2, border: 1, borderColor: 'divider' } } }}
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
        <Link href={mapsAddress(provider, branch)} target="_blank" rel="noopener noreferrer">
          {branch.label} bei Google Maps öffnen
        </Link>
      )}
    </Box>
  );
}

/** The branches of one letter; a group inside the list, named by its letter. */
function Group({ letter, children }: { letter: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Box id={id} role="presentation" sx={heading}>
        {letter}
      </Box>
      <Box component="ul" role="presentation" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </div>
  );
}

const heading = {
  position: 'sticky',
  top: -8,
  zIndex: 1,
  px: 4,
  py: 1,
  bgcolor: 'background.paper',
  color: 'text.secondary',
  fontWeight: 700,
} as const;
