import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../shared/german.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { findMenuContainer } from '../../web/ui/tables/menuContainer.ts';
import { useTwoSteps } from '../../web/ui/buttons/useTwoSteps.ts';
import { anonymizeUserData, changeActiveStatus, type ParticipantHit } from '../../features/participants/contract.ts';
import {
  adminActions,
  findRefusalReason,
  refusalMessages,
  type AdminAction,
} from '../../features/participants/rules.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { statuses } from '../../shared/coaching.ts';
import { mailsPath, whyNotBookFor } from './selfBooking.ts';

const BookTimeDialog = lazyComponent('BookTimeDialog', () => import('./BookTimeDialog.tsx'));
const EditDialog = lazyComponent('EditDialog', () => import('./EditDialog.tsx'));
const PasswordDialog = lazyComponent('PasswordDialog', () => import('./PasswordDialog.tsx'));

/**
 * The labels of the actions. `hint` returns a text about the consequences; `upcomingCount` is the number of the
 * participant's upcoming appointments.
 */
const menuItems: Record<AdminAction, { name: string; hint?: (upcomingCount: number) => string }> = {
  edit: { name: 'Daten bearbeiten' },
  setDefaultPassword: { name: 'Standardpasswort setzen' },
  inactivate: { name: 'Inaktivieren', hint: inactivationHint },
  anonymise: {
    name: 'Anonymisieren',
    hint: () => 'Löscht Daten, Unterlagen, Texte und E-Mails für immer. Termine und Sterne bleiben ohne Namen.',
  },
  reactivate: { name: 'Reaktivieren' },
};

function inactivationHint(upcomingCount: number): string {
  if (upcomingCount === 0) return 'Beendet alle Anmeldungen. Kommende Termine gibt es nicht.';
  const bookings = formatCount(upcomingCount, 'kommenden Termin', 'kommende Termine');
  return `Storniert ${bookings} und beendet alle Anmeldungen. Alle bekommen eine E-Mail.`;
}

/** The actions that need no dialog. */
type DirectAction = Exclude<AdminAction, 'edit' | 'setDefaultPassword'>;

/** The toasts of the direct actions (reference 8.8). The toasts of `reactivate` are worded like the others. */
const toasts: Record<DirectAction, { done: string; failed: string }> = {
  inactivate: {
    done: 'Teilnehmer erfolgreich inaktiviert',
    failed: 'Fehler beim inaktivieren des Teilnehmers',
  },
  anonymise: {
    done: 'Teilnehmer erfolgreich anonymisiert',
    failed: 'Fehler beim anonymisieren des Teilnehmers',
  },
  reactivate: {
    done: 'Teilnehmer erfolgreich reaktiviert',
    failed: 'Fehler beim reaktivieren des Teilnehmers',
  },
};

/** The API calls of the direct actions. The status 1 is inactive, and 0 is active. */
const calls: Record<DirectAction, (participantId: number) => Promise<unknown>> = {
  inactivate: (participantId) => callApi(changeActiveStatus, { participantId, participantStatus: 1 }),
  anonymise: (participantId) => callApi(anonymizeUserData, { participantId }),
  reactivate: (participantId) => callApi(changeActiveStatus, { participantId, participantStatus: 0 }),
};

export interface AdminMenuProps {
  participant: ParticipantHit;
  id: string;
  label: string;
  /** The button that opened the menu; null while the menu is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Whether an action is running. */
  busy: boolean;
  setBusy: (busy: boolean) => void;
  /** Called when the participant may have changed; resolves once the screen shows the server's data. */
  onChanged: () => Promise<void>;
  /** Called with the error of an action, and with null when the next action starts. */
  onFailure: (error: unknown) => void;
}

/** An admin's menu for a participant (reference 8.8). A disabled item shows the reason. */
export default function AdminMenu(props: AdminMenuProps) {
  const { participant, id, label, anchor, onClose, busy, setBusy, onChanged, onFailure } = props;
  const [dialog, setDialog] = useState<'book' | 'edit' | 'setDefaultPassword' | null>(null);
  const { participantId, status, confirmed, isStaff, appointments } = participant;

  const perform = async (action: DirectAction) => {
    onClose();
    if (busy) return;
    setBusy(true);
    onFailure(null);
    try {
      await calls[action](participantId);
      await onChanged();
      toast.success(toasts[action].done, 'participant');
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(toasts[action].failed, 'participant');
      onFailure(error);
      void onChanged();
    } finally {
      setBusy(false);
    }
  };
  const now = useNow();
  const upcomingCount = appointments.data.filter(
    (appointment) => appointment.status === statuses.booked && startsInFuture(appointment, now),
  ).length;
  const inactivation = useTwoSteps(() => void perform('inactivate'));
  const erasure = useTwoSteps(() => void perform('anonymise'));
  const bookingRefusal = whyNotBookFor(participant);
  const twoSteps: Partial<Record<AdminAction, typeof erasure>> = { inactivate: inactivation, anonymise: erasure };
  const choose = (action: AdminAction, click: { detail: number }) => {
    if (action === 'inactivate') return inactivation.handleClick(click);
    if (action === 'anonymise') return erasure.handleClick(click);
    if (action === 'reactivate') return void perform(action);
    onClose();
    setDialog(action);
  };
  const close = () => {
    inactivation.disarm();
    erasure.disarm();
    onClose();
  };
  useBackCloses(anchor !== null, close);
  return (
    <>
      <Menu
        id={id}
        container={findMenuContainer}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{
          // Keyboard users can then read the disabled items, too.
          list: { 'aria-label': label, disabledItemsFocusable: true },
          paper: { sx: { maxWidth: 'min(360px, calc(100% - 32px))', border: 1, borderColor: 'divider' } },
        }}
      >
        <MenuItem
          disabled={bookingRefusal !== null}
          onClick={() => {
            onClose();
            setDialog('book');
          }}
          sx={menuItem}
        >
          <ListItemText
            primary="Termin buchen"
            secondary={bookingRefusal}
            slotProps={{ primary: { sx: bookingRefusal ? { color: 'text.disabled' } : {} } }}
          />
        </MenuItem>
        <MenuItem component={Link} to={mailsPath(participant)} onClick={onClose} sx={menuItem}>
          <ListItemText primary="E-Mails" />
        </MenuItem>
        {adminActions.map((action) => {
          const reason = findRefusalReason(action, { inactive: status === 1, confirmed, isStaff });
          const { name, hint } = menuItems[action];
          const isArmed = twoSteps[action]?.isArmed;
          return (
            <MenuItem
              key={action}
              disabled={reason !== null}
              onClick={(event) => choose(action, event)}
              {...(twoSteps[action] ? { onBlur: twoSteps[action].disarm } : {})}
              sx={{ ...menuItem, ...(isArmed ? { color: 'error.main' } : {}) }}
            >
              <ListItemText
                primary={isArmed ? 'Sind Sie sicher?' : name}
                secondary={reason ? refusalMessages[reason] : hint?.(upcomingCount)}
                slotProps={{ primary: { sx: reason ? { color: 'text.disabled' } : {} } }}
              />
            </MenuItem>
          );
        })}
      </Menu>
      <Suspense fallback={<LoadingNotice />}>
        {dialog === 'book' && (
          <BookTimeDialog
            participant={participant}
            asAdmin
            onBooked={() => void onChanged()}
            onClosed={() => setDialog(null)}
          />
        )}
        {dialog === 'edit' && (
          <EditDialog participant={participant} onSaved={() => void onChanged()} onClosed={() => setDialog(null)} />
        )}
        {dialog === 'setDefaultPassword' && (
          <PasswordDialog
            participant={participant}
            onPasswordSet={() => void onChanged()}
            onClosed={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const menuItem = { whiteSpace: 'normal', '&.Mui-disabled': { opacity: 1 } } as const;
