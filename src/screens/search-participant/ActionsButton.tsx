import { Suspense, useId, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { AdminMenuProps } from './AdminMenu.tsx';

const AdminMenu = lazyComponent('AdminMenu', () => import('./AdminMenu.tsx'));

type Props = Pick<AdminMenuProps, 'participant' | 'onChanged' | 'onFailure'>;

/**
 * The button that opens an admin's menu for a participant. The menu is not rendered before its first use, because a
 * page may have 500 rows.
 */
export function ActionsButton(props: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const menuId = useId();
  const label = `Aktionen ${props.participant.fullName}`;
  return (
    <>
      <RowButton
        icon="more"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        aria-busy={busy}
        onClick={({ currentTarget }) => {
          setWasOpened(true);
          setAnchor(currentTarget);
        }}
      />
      {wasOpened && (
        <Suspense fallback={<LoadingNotice />}>
          <AdminMenu
            {...props}
            id={menuId}
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
