import { useLayoutEffect } from 'react';

/**
 * Calls `openPalette` on Ctrl+K, or on ⌘K on a Mac. Does nothing while a dialog is open, since the user may be typing
 * in it, or if an editor on the page handles the key.
 */
export function usePaletteKey(openPalette: () => void): void {
  // Before the menu is painted, since whoever sees it may press the keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || event.defaultPrevented) return;
      const isMac = /mac|iphone|ipad/i.test(navigator.platform);
      // On a Mac, Ctrl+K deletes to the end of the line.
      const hasModifier = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!hasModifier) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.isContentEditable) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [openPalette]);
}
