import { useLayoutEffect, type RefObject } from 'react';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';

interface Props {
  /** Receives the text that is typed until this component is removed. */
  typedText: RefObject<string>;
  onCancel: () => void;
}

/**
 * Stands in for the command palette while its code is loading, and keeps what is typed meanwhile. The typed letters do
 * not reach the page. Escape cancels.
 */
export function PaletteLoading({ typedText, onCancel }: Props) {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') onCancel();
      else if (event.key === 'Backspace') typedText.current = typedText.current.slice(0, -1);
      else if (event.key.length === 1) typedText.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [typedText, onCancel]);
  return <LoadingNotice />;
}
