import { Suspense, useId, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { AdminMenuProps } from './AdminMenu.tsx';

const AdminMenu = lazyComponent('AdminMenu', () => import('./AdminMenu.tsx'));

type Props = Pick<AdminMenuProps, 'participant' | 'onChanged' | 'onFailure'>;

/** The button of an admin's menu for a participant. The menu is rendered on first use, as a page may have 500 rows. */
export function ActionsButton(props: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasUsed, setWasUsed] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const label = `Aktionen ${props.participant.fullName}`;
  return (
    <>
      <RowButton
        icon="more"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-busy={busy}
        onClick={({ currentTarget }) => {
          setWasUsed(true);
          setAnchor(currentTarget);
        }}
      />
      {wasUsed && (
        <Suspense fallback={<OpeningNotice />}>
          <AdminMenu
            {...props}
            id={id}
            label={label}
            anchor={anchor}
            busy={busy}
            setBusy={setBusy}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}
