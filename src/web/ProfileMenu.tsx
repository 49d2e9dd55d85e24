import CheckIcon from '@mui/icons-material/Check';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { User } from '../accounts/contract.ts';
import { signOut } from './signIn.ts';

const modes = [
  { mode: 'light', label: 'Helles Design' },
  { mode: 'dark', label: 'Dunkles Design' },
  { mode: 'system', label: 'Design wie das Gerät' },
] as const;

/** The person's own menu: profile, password, theme, and the way out (spec §2). */
export function ProfileMenu({ user }: { user: User }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { mode = 'system', setMode } = useColorScheme();
  const navigate = useNavigate();
  const close = () => setAnchor(null);
  const leave = () => {
    close();
    void navigate('/');
    void signOut();
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<PersonIcon />}
        aria-label={`Profilmenü von ${user.firstName} ${user.lastName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 44, px: { xs: 2, sm: 3 }, '& .MuiButton-startIcon': { mx: { xs: 0, sm: -1 }, mr: { sm: 2 } } }}
      >
        <span className="profile-name">{user.firstName}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { mt: 2, minWidth: 232, borderRadius: '16px' } } }}
      >
        <MenuItem component={Link} to="/profile" onClick={close}>
          Ihr Profil
        </MenuItem>
        <MenuItem component={Link} to="/change-password" onClick={close}>
          Passwort ändern
        </MenuItem>
        <Divider />
        {modes.map((choice) => (
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
        <MenuItem onClick={leave}>Abmelden</MenuItem>
      </Menu>
    </>
  );
}
