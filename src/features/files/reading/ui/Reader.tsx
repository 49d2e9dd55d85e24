import CloseIcon from '@mui/icons-material/Close';
import LargerIcon from '@mui/icons-material/ZoomIn';
import SmallerIcon from '@mui/icons-material/ZoomOut';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { download, saveBlob, errorMessageOf, isSessionEndedError } from '../../../../web/calls/api.ts';
import { loadChunk } from '../../../../web/lazyComponent.ts';
import { useMinWidth } from '../../../../web/useMinWidth.ts';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { Notice } from '../../../../web/ui/notices/Notice.tsx';
import { downloadFile, type ListedFile } from '../../contract.ts';
import { readableFormatOf } from '../../rules.ts';
import { nameWithVersion } from '../../ui/DocumentState.tsx';

/** The props of the components that show the text or the pages of a document. */
export interface ViewProps {
  bytes: ArrayBuffer;
  name: string;
  /** The zoom factor: at 1 pages fit the width of the pane, and text has the size of the page's text. */
  zoom: number;
  /** Called with a sentence about the parts that are not shown; '' if everything is shown. */
  onIncomplete: (notice: string) => void;
  /** Called if the document cannot be shown. */
  onFailure: () => void;
}

export interface ViewerProps extends ViewProps {
  view: 'text' | 'pages';
}

/**
 * The component that shows each format. The components are not preloaded, since most people
 * never open a document, and their code is larger than the code of all screens together.
 */
const viewers = {
  pdf: lazy(() => loadChunk('PdfViewer', () => import('./PdfViewer.tsx'))),
  docx: lazy(() => loadChunk('DocxViewer', () => import('./DocxViewer.tsx'))),
};

const zoomFactors = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const defaultZoomStep = zoomFactors.indexOf(1);
/** Text is never smaller than the page's text. */
const minZoomStep = { text: defaultZoomStep, pages: 0 } as const;

interface Props {
  document: ListedFile;
  /** The id of the heading, for a dialog that is labelled by it. */
  titleId?: string;
  onClose: () => void;
}

/**
 * Shows a document in the page (reference 5.11): on a phone first its text, in lines that fit the screen (reference
 * 5.12), otherwise first its pages. Fetches the document like a download, so that each access by staff is logged. If the
 * document cannot be shown, the person can download it instead.
 */
export default function Reader({ document, titleId, onClose }: Props) {
  const { id, name } = document;
  const generatedId = useId();
  const headingId = titleId ?? generatedId;
  const [file, setFile] = useState<Blob | null>(null);
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  const [failureMessage, setFailureMessage] = useState('');
  const [incompleteNotice, setIncompleteNotice] = useState('');
  const [retryCount, setRetryCount] = useState(0);
  // A phone that is turned keeps the view.
  const [chosenView, setChosenView] = useState<ViewerProps['view']>(useMinWidth(600) ? 'pages' : 'text');
  const [isTextUnreadable, setTextUnreadable] = useState(false);
  const view = isTextUnreadable ? 'pages' : chosenView;
  const [zoomStep, setZoomStep] = useState<number>(defaultZoomStep);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [id]);
  useEffect(() => {
    let disposed = false;
    const load = async () => {
      const blob = await download(downloadFile, { fileId: id });
      const content = await blob.arrayBuffer();
      if (disposed) return;
      setFile(blob);
      setBytes(content);
    };
    load().catch((error: unknown) => {
      if (!disposed && !isSessionEndedError(error)) setFailureMessage(errorMessageOf(error));
    });
    return () => {
      disposed = true;
    };
  }, [id, retryCount]);

  const downloadButton = file && (
    <Button size="small" onClick={() => saveBlob(file, name)}>
      Herunterladen
    </Button>
  );
  const retryButton = (
    <Button
      color="inherit"
      onClick={() => {
        setFailureMessage('');
        setRetryCount(retryCount + 1);
      }}
    >
      Noch einmal versuchen
    </Button>
  );
  const Viewer = viewers[readableFormatOf(document) ?? 'pdf'];
  const showFailure = useCallback(() => setFailureMessage(cannotShowMessage), []);
  const showPagesInstead = useCallback(() => setTextUnreadable(true), []);
  return (
    <Box component="section" aria-labelledby={headingId} sx={paneStyle}>
      <Box sx={toolbarStyle}>
        <Typography ref={heading} id={headingId} component="h3" tabIndex={-1} sx={headingStyle}>
          {nameWithVersion(document)}
        </Typography>
        {!isTextUnreadable && (
          <Button
            size="small"
            onClick={() => {
              setIncompleteNotice('');
              setZoomStep(defaultZoomStep);
              setChosenView(view === 'text' ? 'pages' : 'text');
            }}
          >
            {view === 'text' ? 'Seitenansicht' : 'Textansicht'}
          </Button>
        )}
        <IconButton
          aria-label="Kleiner"
          disabled={zoomStep <= minZoomStep[view]}
          onClick={() => setZoomStep(zoomStep - 1)}
        >
          <SmallerIcon />
        </IconButton>
        <IconButton
          aria-label="Größer"
          disabled={zoomStep === zoomFactors.length - 1}
          onClick={() => setZoomStep(zoomStep + 1)}
        >
          <LargerIcon />
        </IconButton>
        {downloadButton}
        <IconButton aria-label="Ansicht schließen" onClick={onClose} sx={closeButtonStyle}>
          <CloseIcon />
        </IconButton>
      </Box>
      {failureMessage !== '' && (
        <Box sx={{ px: 4, pt: 3 }}>
          <Notice kind="error" announced action={file ? undefined : retryButton}>
            {failureMessage}
          </Notice>
        </Box>
      )}
      {isTextUnreadable && failureMessage === '' && (
        <Box sx={{ px: 4, pt: 3 }}>
          <Notice kind="info" announced>
            {noTextMessage}
          </Notice>
        </Box>
      )}
      {incompleteNotice !== '' && (
        <Box sx={{ px: 4, pt: 3 }}>
          <Notice kind="info" announced>
            {incompleteNotice} Lade die Datei herunter, um alles zu lesen.
          </Notice>
        </Box>
      )}
      {failureMessage === '' && (
        <Suspense fallback={<Loading blocks={1} height={320} />}>
          {bytes ? (
            <Viewer
              view={view}
              bytes={bytes}
              name={name}
              zoom={zoomFactors[zoomStep] ?? 1}
              onIncomplete={setIncompleteNotice}
              onFailure={view === 'text' ? showPagesInstead : showFailure}
            />
          ) : (
            <Loading blocks={1} height={320} />
          )}
        </Suspense>
      )}
    </Box>
  );
}

const cannotShowMessage = 'Diese Datei lässt sich hier nicht anzeigen. Lade sie herunter, um sie zu lesen.';

const noTextMessage = 'Diese Datei gibt es hier nur als Seitenansicht.';

const paneStyle = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0, height: '100%' } as const;
const toolbarStyle = {
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  px: 4,
  pt: 2,
  pb: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
const headingStyle = {
  fontWeight: 700,
  mr: 'auto',
  minWidth: 0,
  flex: { xs: '1 0 100%', sm: '1 1 160px' },
  pr: { xs: 10, sm: 0 },
  overflowWrap: 'anywhere',
  outline: 'none',
} as const;

/** Places the close button in the corner on phones, where the other buttons have their own line. */
const closeButtonStyle = { position: { xs: 'absolute', sm: 'static' }, top: 0, right: 4 } as const;
