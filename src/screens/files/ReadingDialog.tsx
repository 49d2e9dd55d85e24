import Dialog from '@mui/material/Dialog';
import { Suspense, useId } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import type { Reading } from '../../features/files/reading/ui/useReading.ts';
import { fullScreenStyle } from '../../features/files/reading/ui/fullScreenStyle.ts';

const Reader = lazyComponent('Reader', () => import('../../features/files/reading/ui/Reader.tsx'));

/** Shows the open document in a full-screen dialog; renders nothing if no document is open. */
export function ReadingDialog({ reading: { document, close } }: { reading: Reading }) {
  const titleId = useId();
  if (!document) return null;
  return (
    <Dialog open fullScreen onClose={close} aria-labelledby={titleId} sx={fullScreenStyle}>
      <Suspense fallback={<OpeningNotice />}>
        <Reader key={document.id} document={document} titleId={titleId} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
