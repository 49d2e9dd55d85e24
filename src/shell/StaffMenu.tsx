import Box from '@mui/material/Box';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../web/lazyComponent.ts';
import { useSession } from '../web/session.ts';
import { OpeningNotice } from '../web/ui/notices/OpeningNotice.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';
import { ownSectionFirst } from './menu.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { usePaletteKey } from './palette/usePaletteKey.ts';
import { hideRail, railWidth, useRailHidden } from './rail.ts';
import { RailSection } from './RailSection.tsx';

const Palette = lazyComponent('Palette', () => import('./palette/Palette.tsx'));

/**
 * The navigation that coaches and admins have in addition to the drawer: the palette (reference 1.20) and, on wide
 * screens, the menu at the side (reference 1.4), which lists the section of their own role first. On narrower screens,
 * and while the menu at the side is hidden, the palette's button is in the header.
 */
export default function StaffMenu() {
  const { user } = useSession();
  const isHidden = useRailHidden();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  usePaletteKey(openPalette);
  useOnPageLeave(() => setPaletteOpen(false));
  const foldButton = useRef<HTMLButtonElement>(null);
  const wasHidden = useRef(isHidden);
  // Showing the menu moves the focus to the button that hides it, and hiding it to the button that opens a menu.
  useEffect(() => {
    if (wasHidden.current === isHidden) return;
    wasHidden.current = isHidden;
    (isHidden ? document.querySelector<HTMLElement>('.open-menu') : foldButton.current)?.focus();
  }, [isHidden]);
  if (!user) return null;
  return (
    <>
      <Box sx={isHidden ? {} : { [wideScreen]: { display: 'none' } }}>
        <PaletteButton small onOpen={openPalette} />
      </Box>
      {!isHidden && (
        <Box sx={rail}>
          <PaletteButton onOpen={openPalette} />
          <Box component="nav" aria-label="Hauptmenü" sx={{ width: '100%' }}>
            {ownSectionFirst(user).map((section, index) => (
              <RailSection key={section.title} {...section} isOwn={index === 0} />
            ))}
          </Box>
          <PlainButton ref={foldButton} onClick={hideRail} style={{ fontSize: '0.9375rem', fontWeight: 400 }}>
            Menü einklappen
          </PlainButton>
        </Box>
      )}
      {paletteOpen && (
        <Suspense fallback={<OpeningNotice />}>
          <Palette user={user} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const wideScreen = `@media screen and ${railWidth}`;

const rail = {
  display: 'none',
  [wideScreen]: {
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
