import Box from '@mui/material/Box';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../web/lazyComponent.ts';
import { useSession } from '../web/session.ts';
import { OpeningNotice } from '../web/ui/notices/OpeningNotice.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';
import { useLeftPage } from '../web/drafts/useLeftPage.ts';
import { ownFirst } from './menu.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { usePaletteKey } from './palette/usePaletteKey.ts';
import { putRailAway, railWidth, useRailAway } from './rail.ts';
import { RailSection } from './RailSection.tsx';

const Palette = lazyComponent('Palette', () => import('./palette/Palette.tsx'));

/**
 * The navigation of coaches and admins in addition to the drawer: the palette (reference 1.20), and on wide screens the
 * menu at the side (reference 1.4) with the sections of the drawer, their own first. On narrower screens, and while
 * that menu is hidden, the palette's button is in the header.
 */
export default function StaffMenu() {
  const { user } = useSession();
  const away = useRailAway();
  const [searching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  usePaletteKey(search);
  useLeftPage(() => setSearching(false));
  const putAway = useRef<HTMLButtonElement>(null);
  const wasAway = useRef(away);
  // Opening or hiding the menu moves the focus to the other button.
  useEffect(() => {
    if (wasAway.current === away) return;
    wasAway.current = away;
    (away ? document.querySelector<HTMLElement>('.open-menu') : putAway.current)?.focus();
  }, [away]);
  if (!user) return null;
  return (
    <>
      <Box sx={away ? {} : { [wide]: { display: 'none' } }}>
        <PaletteButton small onOpen={search} />
      </Box>
      {!away && (
        <Box sx={rail}>
          <PaletteButton onOpen={search} />
          <Box component="nav" aria-label="Hauptmenü" sx={{ width: '100%' }}>
            {ownFirst(user).map((section, index) => (
              <RailSection key={section.title} {...section} own={index === 0} />
            ))}
          </Box>
          <PlainButton ref={putAway} onClick={putRailAway} style={{ fontSize: '0.9375rem', fontWeight: 400 }}>
            Menü einklappen
          </PlainButton>
        </Box>
      )}
      {searching && (
        <Suspense fallback={<OpeningNotice />}>
          <Palette user={user} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  );
}

const wide = `@media screen and ${railWidth}`;

const rail = {
  display: 'none',
  [wide]: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    position: 'fixed',
    // Below the header.
    inset: '73px auto 0 0',
    width: 256,
    boxSizing: 'border-box',
    p: 3,
    pb: 'calc(12px + var(--lost, 0px))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    bgcolor: 'background.paper',
    borderRight: 1,
    borderColor: 'divider',
  },
} as const;
