import PersonIcon from '@mui/icons-material/PersonOutlined';
import { Suspense, useState } from 'react';
import type { User } from '../shared/user.ts';
import { LoadingNotice } from '../web/ui/notices/LoadingNotice.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';
import { lazyComponent } from '../web/lazyComponent.ts';
import { useMenuState } from './useMenuState.ts';

const ProfileEntries = lazyComponent('ProfileEntries', () => import('./ProfileEntries.tsx'));

/** The profile menu and the button that opens it. The menu's code is loaded when the menu is first opened. */
export function ProfileMenu({ user }: { user: User }) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useMenuState();
  return (
    <>
      <PlainButton
        ref={setButton}
        aria-label={`Profilmenü von ${user.firstName} ${user.lastName}`}
        aria-haspopup="menu"
        aria-expanded={Boolean(isOpen)}
        onClick={() => setIsOpen(true)}
      >
        <PersonIcon />
        <span className="profile-name">{user.firstName}</span>
      </PlainButton>
      {isOpen !== null && (
        <Suspense fallback={<LoadingNotice />}>
          <ProfileEntries anchor={button} open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
