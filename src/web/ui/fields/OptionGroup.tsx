import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';

/**
 * A labelled group of options in an Autocomplete, for its `renderGroup`. It requires `slotProps.listbox.component` to
 * be 'div'. MUI's own groups nest lists inside the listbox, which the role `listbox` does not allow.
 */
export function OptionGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Box id={id} role="presentation" sx={heading}>
        {label}
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
