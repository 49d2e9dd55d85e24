import Box from '@mui/material/Box';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../web/lazyComponent.ts';
import { useSession } from '../web/session.ts';
import { LoadingNotice } from '../web/ui/notices/LoadingNotice.tsx';
import { PlainButton } from '../web/ui/buttons/PlainButton.tsx';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';
import { sectionsWithOwnFirst } from './menu.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { usePaletteKey } from './palette/usePaletteKey.ts';
import { hideRail, railMediaQuery, useRailHidden } from './rail.ts';
import { RailSection } from './RailSection.tsx';

const Palette = lazyComponent('Palette', () => import('./palette/Palette.tsx'));

/**
 * The navigation that coaches and admins have in addition to the drawer: the command palette (reference 1.20) and, on
 * wide screens, the menu at the side (reference 1.4). This menu lists the section of their own role first. On narrower
 * screens, and while the menu at the side is hidden, the palette's button is in the header.
 */
export default function StaffMenu() {
  const { user } = useSession();
  const isHidden = useRailHidden();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  usePaletteKey(openPalette);
  useOnPageLeave(() => setPaletteOpen(false));
  const hideButton = useRef<HTMLButtonElement>(null);
  const wasHidden = useRef(isHidden);
  // When the menu has been shown, its own button gets the focus. When it has been hidden, the drawer's button gets it.
  useEffect(() => {
    if (wasHidden.current === isHidden) return;
    wasHidden.current = isHidden;
    (isHidden ? document.querySelector<HTMLElement>('.open-menu') : hideButton.current)?.focus();
  }, [isHidden]);
  if (!user) return null;
  return (
    <>
      <Box sx={isHidden ? {} : { [wideScreen]: { display: 'none' } }}>
        <PaletteButton iconOnly onOpen={openPalette} />
      </Box>
      {!isHidden && (
        <Box sx={rail}>
          <PaletteButton onOpen={openPalette} />
          <Box component="nav" aria-label="Hauptmenü" sx={{ width: '100%' }}>
            {sectionsWithOwnFirst(user).map((section, index) => (
              <RailSection key={section.title} {...section} isOwn={index === 0} />
            ))}
          </Box>
          <PlainButton ref={hideButton} onClick={hideRail} style={{ fontSize: '0.9375rem', fontWeight: 400 }}>
            Menü einklappen
          </PlainButton>
        </Box>
      )}
      {paletteOpen && (
        <Suspense fallback={<LoadingNotice />}>
          <Palette user={user} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const wideScreen = `@media screen and ${railMediaQuery}`;

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
    // `--connection-notice` is the height of the notice of a lost connection (base.css).
    pb: 'calc(12px + var(--connection-notice, 0px))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    bgcolor: 'background.paper',
    borderRight: 1,
    borderColor: 'divider',
  },
} as const;
