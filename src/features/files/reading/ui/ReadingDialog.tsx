import Dialog from '@mui/material/Dialog';
import { Suspense, useId } from 'react';
import { lazyComponent } from '../../../../web/lazyComponent.ts';
import { Opening } from '../../../../web/ui/Opening.tsx';
import type { Reading } from './useReading.ts';
import { wholeScreen } from './wholeScreen.ts';

const Reader = lazyComponent('Reader', () => import('./Reader.tsx'));

/** A document over the whole screen. */
export function ReadingDialog({ reading: { document, close } }: { reading: Reading }) {
  const title = useId();
  if (!document) return null;
  return (
    <Dialog open fullScreen onClose={close} aria-labelledby={title} sx={wholeScreen}>
      <Suspense fallback={<Opening />}>
        <Reader key={document.id} document={document} titleId={title} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
