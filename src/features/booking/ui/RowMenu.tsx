import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { inMain } from '../../../web/ui/layout/inMain.ts';
import { deedNames, type Deed } from './appointmentActions.ts';

interface Props {
  id: string;
  label: string;
  anchor: HTMLElement | null;
  deeds: readonly Deed[];
  onChoose: (deed: Deed) => void;
  onClose: () => void;
  /** It has disappeared, after its transition, and its button has the focus again. */
  onClosed: () => void;
}

/** An open menu of what can be done with an appointment; loaded after its button. */
export default function RowMenu({ id, label, anchor, deeds, onChoose, onClose, onClosed }: Props) {
  return (
    <Menu
      id={id}
      container={inMain}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{
        transition: { onExited: onClosed },
        list: { 'aria-label': label },
        paper: { sx: { border: 1, borderColor: 'divider' } },
      }}
    >
      {deeds.map((deed) => (
        <MenuItem key={deed} onClick={() => onChoose(deed)}>
          {deedNames[deed]}
        </MenuItem>
      ))}
    </Menu>
  );
}
