import CheckIcon from '@mui/icons-material/Check';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { Link, useNavigate } from 'react-router';
import { signOut } from '../features/accounts/ui/signIn.ts';
import { useBackCloses } from '../web/address/useBackCloses.ts';

const colourModes = [
  { mode: 'light', label: 'Helles Design' },
  { mode: 'dark', label: 'Dunkles Design' },
  { mode: 'system', label: 'Design wie das Gerät' },
] as const;

interface Props {
  anchor: HTMLElement | null;
  open: boolean;
  onClose: () => void;
}

/** The entries of the profile menu: profile, password, settings, theme, and signing out (reference 1.4). */
export default function ProfileEntries({ anchor, open, onClose }: Props) {
  const { mode = 'system', setMode } = useColorScheme();
  const navigate = useNavigate();
  useBackCloses(open, onClose);
  const goHomeAndSignOut = async () => {
    onClose();
    await navigate('/');
    await signOut();
  };
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'navigation', 'aria-label': 'Profil', sx: { mt: 2, minWidth: 232, borderRadius: '16px' } },
        list: { 'aria-label': 'Profilmenü' },
      }}
    >
      <MenuItem component={Link} to="/profile" onClick={onClose}>
        Ihr Profil
      </MenuItem>
      <MenuItem component={Link} to="/change-password" onClick={onClose}>
        Passwort ändern
      </MenuItem>
      <MenuItem component={Link} to="/einstellungen" onClick={onClose}>
        Einstellungen
      </MenuItem>
      <Divider />
      {colourModes.map((choice) => (
        <MenuItem
          key={choice.mode}
          role="menuitemradio"
          aria-checked={mode === choice.mode}
          onClick={() => setMode(choice.mode)}
        >
          <ListItemIcon>{mode === choice.mode && <CheckIcon fontSize="small" />}</ListItemIcon>
          {choice.label}
        </MenuItem>
      ))}
      <Divider />
      <MenuItem onClick={() => void goHomeAndSignOut()}>Abmelden</MenuItem>
    </Menu>
  );
}
