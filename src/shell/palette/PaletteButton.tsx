import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import { PlainButton } from '../../web/ui/buttons/PlainButton.tsx';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

interface Props {
  onOpen: () => void;
  /** Whether the button shows only its icon, as in the header. */
  iconOnly?: boolean;
}

/** The button that opens the command palette, with its text and shortcut unless `iconOnly` is set. */
export function PaletteButton({ onOpen, iconOnly = false }: Props) {
  if (iconOnly)
    return (
      <PlainButton aria-label="Suche" aria-haspopup="dialog" onClick={onOpen}>
        <SearchIcon />
      </PlainButton>
    );
  return (
    <Box
      component="button"
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
      sx={wideButton}
    >
      <SearchIcon fontSize="small" />
      Suche …<Box component="kbd">{isMac ? '⌘ K' : 'Strg K'}</Box>
    </Box>
  );
}

const wideButton = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  flex: 1,
  minHeight: 44,
  px: 3,
  border: 1,
  borderColor: 'text.disabled',
  borderRadius: '12px',
  bgcolor: 'background.default',
  color: 'text.secondary',
  font: 'inherit',
  fontSize: '1rem',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '& kbd': { ml: 'auto', font: 'inherit', fontSize: '0.875rem' },
} as const;
