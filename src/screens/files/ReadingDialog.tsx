import Dialog from '@mui/material/Dialog';
import { Suspense, useId } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import type { Reading } from '../../features/files/reading/ui/useReading.ts';
import { fullScreenStyle } from '../../features/files/reading/ui/fullScreenStyle.ts';

const Reader = lazyComponent('Reader', () => import('../../features/files/reading/ui/Reader.tsx'));

/** Shows the opened document over the whole screen. */
export function ReadingDialog({ reading: { document, close } }: { reading: Reading }) {
  const title = useId();
  if (!document) return null;
  return (
    <Dialog open fullScreen onClose={close} aria-labelledby={title} sx={fullScreenStyle}>
      <Suspense fallback={<OpeningNotice />}>
        <Reader key={document.id} document={document} titleId={title} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
