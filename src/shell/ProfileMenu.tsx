import PersonIcon from '@mui/icons-material/PersonOutlined';
import { Suspense, useState } from 'react';
import type { User } from '../shared/user.ts';
import { OpeningNotice } from '../web/ui/notices/OpeningNotice.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';
import { lazyComponent } from '../web/lazyComponent.ts';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';

const ProfileEntries = lazyComponent('ProfileEntries', () => import('./ProfileEntries.tsx'));

/** The button of the profile menu, whose code is loaded when it is first opened. */
export function ProfileMenu({ user }: { user: User }) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  useOnPageLeave(() => setMenu((current) => (current === 'open' ? 'closed' : current)));
  return (
    <>
      <PlainButton
        ref={setButton}
        aria-label={`Profilmenü von ${user.firstName} ${user.lastName}`}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        onClick={() => setMenu('open')}
      >
        <PersonIcon />
        <span className="profile-name">{user.firstName}</span>
      </PlainButton>
      {menu !== 'never' && (
        <Suspense fallback={<OpeningNotice />}>
          <ProfileEntries anchor={button} open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  );
}
