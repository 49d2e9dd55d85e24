import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { findMenuContainer } from '../../web/ui/tables/menuContainer.ts';
import { actionNames, type AppointmentAction } from './appointmentActions.ts';

interface Props {
  id: string;
  label: string;
  anchor: HTMLElement | null;
  actions: readonly AppointmentAction[];
  onChoose: (action: AppointmentAction) => void;
  onClose: () => void;
  /** Called when the menu has disappeared after its transition and its button has the focus again. */
  onClosed: () => void;
}

/** The menu of actions on an appointment. It is loaded when its button is first clicked. */
export default function RowMenu({ id, label, anchor, actions, onChoose, onClose, onClosed }: Props) {
  return (
    <Menu
      id={id}
      container={findMenuContainer}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{
        transition: { onExited: onClosed },
        list: { 'aria-label': label },
        paper: { sx: { border: 1, borderColor: 'divider' } },
      }}
    >
      {actions.map((action) => (
        <MenuItem key={action} onClick={() => onChoose(action)}>
          {actionNames[action]}
        </MenuItem>
      ))}
    </Menu>
  );
}
