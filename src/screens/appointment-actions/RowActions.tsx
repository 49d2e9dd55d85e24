import { Suspense, useId, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { AppointmentAction } from './appointmentActions.ts';

const RowMenu = lazyComponent('RowMenu', () => import('./RowMenu.tsx'));

interface Props {
  actions: readonly AppointmentAction[];
  asAdmin: boolean;
  /** The appointment's name for screen readers. */
  appointmentName: string;
  /** Whether the appointment is held for somebody on the waiting list. */
  isHeld?: boolean | undefined;
  onChoose: (action: AppointmentAction) => void;
}

/** The button in an appointment's row that opens the menu of actions on the appointment. */
export function RowActions({ actions, asAdmin, appointmentName, isHeld, onChoose }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [chosenAction, setChosenAction] = useState<AppointmentAction | null>(null);
  const id = useId();
  return (
    <>
      <RowButton
        icon="more"
        aria-label={`Aktionen ${appointmentName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => {
          setWasOpened(true);
          setAnchor(currentTarget);
        }}
      />
      {/* Stays mounted once it has been opened, so that it can close with its transition and return the focus. */}
      {wasOpened && (
        <Suspense fallback={<LoadingNotice />}>
          <RowMenu
            id={id}
            label={`Aktionen ${appointmentName}`}
            anchor={anchor}
            actions={actions}
            asAdmin={asAdmin}
            isHeld={isHeld}
            onChoose={(action) => {
              setAnchor(null);
              setChosenAction(action);
            }}
            onClose={() => setAnchor(null)}
            // By now the button has the focus again, so the dialog will return the focus to the button.
            onClosed={() => {
              if (chosenAction) onChoose(chosenAction);
              setChosenAction(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
