import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Suspense, useId, useState } from 'react';
import { count } from '../../shared/german.ts';
import { ask, sessionEnded } from '../../web/api.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toast.ts';
import { useTwoSteps } from '../../web/ui/useTwoSteps.ts';
import { anonymizeUserData, changeActiveStatus, type FoundParticipant } from '../contract.ts';
import { deeds, whyNot, whyNotSentences, type Deed } from '../rules.ts';
import { Opening } from '../../web/ui/Opening.tsx';

const EditDialog = lazyPart('EditDialog', () => import('./EditDialog.tsx'));
const PasswordDialog = lazyPart('PasswordDialog', () => import('./PasswordDialog.tsx'));

/** What a deed is called, and what it brings with it. */
const words: Record<Deed, { name: string; hint?: (upcoming: number) => string }> = {
  edit: { name: 'Daten bearbeiten' },
  setDefaultPassword: { name: 'Standardpasswort setzen' },
  inactivate: { name: 'Inaktivieren', hint: whatInactivatingEnds },
  anonymise: { name: 'Anonymisieren', hint: () => 'Löscht alles Persönliche für immer.' },
  reactivate: { name: 'Reaktivieren' },
};

function whatInactivatingEnds(upcoming: number): string {
  if (upcoming === 0) return 'Beendet alle Anmeldungen. Kommende Termine gibt es nicht.';
  const bookings = count(upcoming, 'kommenden Termin', 'kommende Termine');
  return `Storniert ${bookings} und beendet alle Anmeldungen.`;
}

type Direct = Exclude<Deed, 'edit' | 'setDefaultPassword'>;

/** What the deeds that are done at once are told (spec coach §8; the reactivation after its model). */
const said: Record<Direct, { done: string; failed: string }> = {
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

const doIt: Record<Direct, (participantId: number) => Promise<unknown>> = {
  inactivate: (participantId) => ask(changeActiveStatus, { participantId, participantStatus: 1 }),
  anonymise: (participantId) => ask(anonymizeUserData, { participantId }),
  reactivate: (participantId) => ask(changeActiveStatus, { participantId, participantStatus: 0 }),
};

interface Props {
  participant: FoundParticipant;
  /** Something has changed, or is otherwise than this screen knows. */
  onChanged: () => void;
  /** What a deed threw, null once another one begins. */
  onFailure: (error: unknown) => void;
}

/** An admin's menu for a participant (spec coach §4). Entries that are off say why. */
export default function AdminMenu({ participant, onChanged, onFailure }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'edit' | 'setDefaultPassword' | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const { participantId, fullName, status, confirmed, isStaff, appointments } = participant;

  const run = async (deed: Direct) => {
    setAnchor(null);
    if (busy) return;
    setBusy(true);
    onFailure(null);
    try {
      await doIt[deed](participantId);
      toast.success(said[deed].done, 'participant');
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error(said[deed].failed, 'participant');
      onFailure(error);
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  const { date: today, time } = useNow();
  const upcoming = appointments.data.filter(
    ({ status: state, date, timeSlot }) => state === 'G' && `${date} ${timeSlot.slice(0, 5)}` > `${today} ${time}`,
  ).length;
  const inactivating = useTwoSteps(() => void run('inactivate'));
  const erasing = useTwoSteps(() => void run('anonymise'));
  const twoSteps: Partial<Record<Deed, typeof erasing>> = { inactivate: inactivating, anonymise: erasing };
  const choose = (deed: Deed) => {
    if (deed === 'inactivate') return inactivating.step();
    if (deed === 'anonymise') return erasing.step();
    if (deed === 'reactivate') return void run(deed);
    setAnchor(null);
    setDialog(deed);
  };
  return (
    <>
      <IconButton
        aria-label={`Aktionen ${fullName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-busy={busy}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu
        id={id}
        // Within the page's main part, not at the end of the page.
        disablePortal
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => {
          inactivating.disarm();
          erasing.disarm();
          setAnchor(null);
        }}
        slotProps={{
          // Those that are off can be read by keyboard, too.
          list: { 'aria-label': `Aktionen ${fullName}`, disabledItemsFocusable: true },
          paper: { sx: { maxWidth: 'min(360px, calc(100% - 32px))', border: 1, borderColor: 'divider' } },
        }}
      >
        {deeds.map((deed) => {
          const reason = whyNot(deed, { inactive: status === 1, confirmed, isStaff });
          const { name, hint } = words[deed];
          const armed = twoSteps[deed]?.armed;
          return (
            <MenuItem
              key={deed}
              disabled={reason !== null}
              onClick={() => choose(deed)}
              {...(twoSteps[deed] ? { onBlur: twoSteps[deed].disarm } : {})}
              sx={{ whiteSpace: 'normal', ...(armed ? { color: 'error.main' } : {}), '&.Mui-disabled': { opacity: 1 } }}
            >
              <ListItemText
                primary={armed ? 'Sind Sie sicher?' : name}
                secondary={reason ? whyNotSentences[reason] : hint?.(upcoming)}
                slotProps={{ primary: { sx: reason ? { color: 'text.disabled' } : {} } }}
              />
            </MenuItem>
          );
        })}
      </Menu>
      <Suspense fallback={<Opening />}>
        {dialog === 'edit' && (
          <EditDialog participant={participant} onSaved={onChanged} onClosed={() => setDialog(null)} />
        )}
        {dialog === 'setDefaultPassword' && (
          <PasswordDialog participant={participant} onSet={onChanged} onClosed={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  );
}
