import PersonIcon from '@mui/icons-material/PersonOutlined';
import { Suspense, useState } from 'react';
import type { User } from '../accounts/contract.ts';
import { Opening } from './ui/Opening.tsx';
import { PlainButton } from './ui/PlainButton.tsx';
import { lazyPart } from './chunk.ts';

const ProfileEntries = lazyPart('ProfileEntries', () => import('./ProfileEntries.tsx'));

/** The button of the person's own menu; the menu itself is loaded when it is first opened. */
export function ProfileMenu({ user }: { user: User }) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
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
        <Suspense fallback={<Opening />}>
          <ProfileEntries anchor={button} open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  );
}
