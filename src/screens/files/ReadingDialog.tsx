import Dialog from '@mui/material/Dialog';
import { Suspense, useId } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { DocumentReader } from '../../features/files/reading/ui/useDocumentReader.ts';
import { fullScreenStyle } from '../../features/files/reading/ui/fullScreenStyle.ts';

const Reader = lazyComponent('Reader', () => import('../../features/files/reading/ui/Reader.tsx'));

/** Shows the open document in a full-screen dialog; renders nothing if no document is open. */
export function ReadingDialog({ reading: { document, close } }: { reading: DocumentReader }) {
  const titleId = useId();
  if (!document) return null;
  return (
    <Dialog open fullScreen onClose={close} aria-labelledby={titleId} sx={fullScreenStyle}>
      <Suspense fallback={<LoadingNotice />}>
        <Reader key={document.id} document={document} titleId={titleId} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
