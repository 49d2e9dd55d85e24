import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ComponentProps } from 'react';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { confirmQuestion, useTwoSteps } from '../../web/ui/buttons/useTwoSteps.ts';
import { findMenuContainer } from '../../web/ui/tables/menuContainer.ts';
import { heldDeletionHint } from '../../features/appointments/ui/deletionHints.ts';
import { actionHint, actionNames } from './actionNames.ts';
import type { AppointmentAction } from './appointmentActions.ts';

interface Props {
  id: string;
  label: string;
  anchor: HTMLElement | null;
  actions: readonly AppointmentAction[];
  asAdmin: boolean;
  /** Whether the appointment is held for somebody on the waiting list, who gets a mail if it is deleted. */
  isHeld: boolean | undefined;
  onChoose: (action: AppointmentAction) => void;
  onClose: () => void;
  /** Called when the menu has disappeared after its transition and its button has the focus again. */
  onClosed: () => void;
}

/** The menu of actions on an appointment. It is loaded when its button is first clicked. */
export default function RowMenu({ id, label, anchor, actions, asAdmin, isHeld, onChoose, onClose, onClosed }: Props) {
  useBackCloses(anchor !== null, onClose);
  const isBookedAhead = actions.includes('move') && actions.includes('person');
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
      {actions.map((action) =>
        action === 'delete' ? (
          <DeleteItem key={action} hint={isHeld ? heldDeletionHint : undefined} onConfirm={() => onChoose(action)} />
        ) : (
          <MenuItem key={action} onClick={() => onChoose(action)}>
            <ListItemText primary={actionNames[action]} secondary={actionHint(action, asAdmin)} />
          </MenuItem>
        ),
      )}
      {!asAdmin && isBookedAhead && (
        // It can be focused, so that it is read out as well.
        <MenuItem aria-disabled sx={{ color: 'text.secondary' }}>
          <ListItemText primary={actionNames.cancel} secondary="Das kann nur das Team." />
        </MenuItem>
      )}
    </Menu>
  );
}

interface DeleteItemProps extends ComponentProps<typeof MenuItem> {
  /** What is said below the name: who gets a mail. */
  hint: string | undefined;
  /** Runs on the second click. */
  onConfirm: () => void;
}

/** The item that deletes in two steps: the first click only asks 'Sicher?'. `rest` are the props that the menu adds. */
function DeleteItem({ hint, onConfirm, ...rest }: DeleteItemProps) {
  const { isArmed, handleClick, disarm } = useTwoSteps(onConfirm);
  return (
    <MenuItem {...rest} onClick={handleClick} onBlur={disarm} sx={deleteItemStyle}>
      <ListItemText
        primary={
          <span className="one-width" data-other={isArmed ? actionNames.delete : confirmQuestion}>
            {isArmed ? confirmQuestion : actionNames.delete}
          </span>
        }
        secondary={hint}
      />
    </MenuItem>
  );
}

const deleteItemStyle = { color: 'error.main', '& .one-width': { justifyItems: 'start' } } as const;
