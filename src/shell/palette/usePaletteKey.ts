import { useEffect } from 'react';

/**
 * Calls `open` on Ctrl+K, or on ⌘K on a Mac, unless a dialog is open, in which the user may be typing, or an editor on
 * the page has handled the key.
 */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || event.defaultPrevented) return;
      const mac = /mac|iphone|ipad/i.test(navigator.platform);
      // On a Mac, Ctrl+K deletes to the end of the line.
      if (mac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.isContentEditable) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
}
