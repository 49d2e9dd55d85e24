import { useState } from 'react';
import { useOnPageLeave } from '../web/drafts/useOnPageLeave.ts';

/**
 * Keeps whether a menu is open, and a function that opens or closes it: null until it is first opened, which loads its
 * code. Leaving the page closes it.
 */
export function useMenuState() {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  useOnPageLeave(() => setIsOpen((wasOpen) => wasOpen && false));
  return [isOpen, setIsOpen] as const;
}
