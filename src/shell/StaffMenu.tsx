import CollapseIcon from '@mui/icons-material/MenuOpen';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../web/lazyComponent.ts';
import { useSession } from '../web/session.ts';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';
import { sectionsWithOwnFirst } from './menu.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { PaletteLoading } from './palette/PaletteLoading.tsx';
import { usePaletteKey } from './palette/usePaletteKey.ts';
import { hideRail, railMediaQuery, useRailHidden } from './rail.ts';
import { StaffMenuSection } from './StaffMenuSection.tsx';

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
  const typedText = useRef('');
  const openPalette = useCallback(() => {
    typedText.current = '';
    setPaletteOpen(true);
  }, []);
  const closePalette = useCallback(() => setPaletteOpen(false), []);
  usePaletteKey(openPalette);
  useOnPageLeave(closePalette);
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
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
            <PaletteButton onOpen={openPalette} />
            <IconButton ref={hideButton} aria-label="Menü einklappen" title="Menü einklappen" onClick={hideRail}>
              <CollapseIcon />
            </IconButton>
          </Box>
          <Box component="nav" aria-label="Hauptmenü">
            {sectionsWithOwnFirst(user).map((section, index) => (
              <StaffMenuSection key={section.title} {...section} isOwn={index === 0} />
            ))}
          </Box>
        </Box>
      )}
      {paletteOpen && (
        <Suspense fallback={<PaletteLoading typedText={typedText} onCancel={closePalette} />}>
          <Palette user={user} typedText={typedText} onClose={closePalette} />
        </Suspense>
      )}
    </>
  );
}

const wideScreen = `@media screen and ${railMediaQuery}`;

const rail = {
  display: 'none',
  [wideScreen]: {
    display: 'block',
    position: 'fixed',
    // Below the header.
    inset: '73px auto 0 0',
    width: 256,
    boxSizing: 'border-box',
    p: 2,
    // `--connection-notice` is the height of the notice of a lost connection (base.css).
    pb: 'calc(8px + var(--connection-notice, 0px))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    bgcolor: 'background.paper',
    borderRight: 1,
    borderColor: 'divider',
  },
} as const;
