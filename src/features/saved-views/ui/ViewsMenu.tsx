import CheckIcon from '@mui/icons-material/Check';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import type { OutputOf } from '../../../shared/call.ts';
import { useBackCloses } from '../../../web/address/useBackCloses.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { confirmQuestion, useTwoSteps } from '../../../web/ui/buttons/useTwoSteps.ts';
import { findMenuContainer } from '../../../web/ui/tables/menuContainer.ts';
import { deleteView, getViews, type SavedView } from '../contract.ts';

interface Props {
  id: string;
  anchor: HTMLElement | null;
  views: UseQueryResult<OutputOf<typeof getViews>>;
  /** The view that the list shows; undefined if it shows none. */
  currentView: SavedView | undefined;
  onShow: (view: SavedView) => void;
  /** Called to save what the list shows, when the menu has disappeared and its button has the focus again. */
  onSave: () => void;
  onClose: () => void;
}

/** The menu of a list's saved views. */
export default function ViewsMenu({ id, anchor, views, currentView, onShow, onSave, onClose }: Props) {
  const [isSaveChosen, setIsSaveChosen] = useState(false);
  useBackCloses(anchor !== null, onClose);
  const remove = async (view: SavedView) => {
    onClose();
    try {
      await callApi(deleteView, { viewId: view.viewId });
      toast.success('Ansicht gelöscht.', 'view');
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'view');
    } finally {
      void invalidate(getViews);
    }
  };
  const onExited = () => {
    if (isSaveChosen) onSave();
    setIsSaveChosen(false);
  };
  return (
    <Menu
      id={id}
      // On a phone the button is in a sheet, which hides the rest of the page.
      container={() => anchor?.closest('[role="dialog"]') ?? findMenuContainer()}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{
        transition: { onExited },
        list: { 'aria-label': 'Ansichten' },
        paper: { sx: { border: 1, borderColor: 'divider', maxWidth: 'min(360px, calc(100vw - 32px))' } },
      }}
    >
      {views.data?.data.map((view) => (
        <MenuItem
          key={view.viewId}
          selected={view === currentView}
          onClick={() => {
            onShow(view);
            onClose();
          }}
          sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          <ListItemIcon>{view === currentView && <CheckIcon fontSize="small" />}</ListItemIcon>
          {view.name}
        </MenuItem>
      ))}
      {views.data?.data.length === 0 && <MenuItem disabled>Noch keine Ansicht gespeichert</MenuItem>}
      {views.isError && <MenuItem disabled>{errorMessageOf(views.error)}</MenuItem>}
      <Divider />
      <MenuItem
        onClick={() => {
          setIsSaveChosen(true);
          onClose();
        }}
      >
        Ansicht speichern …
      </MenuItem>
      {currentView && <DeleteItem onConfirm={() => void remove(currentView)} />}
    </Menu>
  );
}

interface DeleteItemProps extends ComponentProps<typeof MenuItem> {
  /** Runs on the second click. */
  onConfirm: () => void;
}

/** The item that deletes the current view, in two steps. `rest` are the props that the menu adds. */
function DeleteItem({ onConfirm, ...rest }: DeleteItemProps) {
  const { isArmed, handleClick, disarm } = useTwoSteps(onConfirm);
  return (
    <MenuItem {...rest} onClick={handleClick} onBlur={disarm} sx={{ color: 'error.main' }}>
      {isArmed ? confirmQuestion : 'Diese Ansicht löschen'}
    </MenuItem>
  );
}
