import Dialog from '@mui/material/Dialog';
import { Suspense, useId } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import type { ListedFile } from '../../features/files/contract.ts';
import type { DocumentReader } from '../../features/files/reading/ui/useDocumentReader.ts';
import { OpeningView } from '../../features/files/reading/ui/OpeningView.tsx';
import { fullScreenStyle } from '../../features/files/reading/ui/fullScreenStyle.ts';

const OpenView = lazyComponent('OpenView', () => import('../../features/files/reading/ui/OpenView.tsx'));

interface Props {
  reading: DocumentReader;
  /** All documents of the participant. */
  documents: readonly ListedFile[];
}

/** Shows the open document or comparison in a full-screen dialog; renders nothing if nothing is open. */
export function ReadingDialog({ reading, documents }: Props) {
  const titleId = useId();
  if (!reading.view) return null;
  return (
    <Dialog open fullScreen onClose={reading.close} aria-labelledby={titleId} sx={fullScreenStyle}>
      <Suspense fallback={<OpeningView onClose={reading.close} />}>
        <OpenView reading={reading} documents={documents} titleId={titleId} />
      </Suspense>
    </Dialog>
  );
}
