import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { download, errorMessageOf, isSessionEndedError, RequestError } from '../../../../web/calls/api.ts';
import { isConnectionLost, waitForConnection } from '../../../../web/calls/connection.ts';
import { loadChunk } from '../../../../web/lazyComponent.ts';
import { useMinWidth } from '../../../../web/useMinWidth.ts';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { Notice } from '../../../../web/ui/notices/Notice.tsx';
import { downloadFile, type ListedFile } from '../../contract.ts';
import { nameMarkup } from '../../markup/rules.ts';
import { useDownload } from '../../markup/ui/useDownload.tsx';
import { readableFormatOf } from '../../rules.ts';
import { nameWithVersion } from '../../ui/DocumentState.tsx';
import { Pane, PaneNotice } from './Pane.tsx';
import { ZoomButtons, type ZoomFactor } from './ZoomButtons.tsx';

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

/** The smallest zoom: text is never smaller than the page's text. */
const minZoom = { text: 1, pages: 0.5 } as const;

interface Props {
  document: ListedFile;
  /** The id of the heading, for a dialog that is labelled by it. */
  titleId?: string | undefined;
  /** Opens the document's tracked changes and comments. */
  onShowChanges: () => void;
  onClose: () => void;
}

/**
 * Shows a document in the page (reference 5.11): on a phone first its text, in lines that fit the screen (reference
 * 5.12), otherwise first its pages. Fetches the document like a download, so that each access by staff is logged. If the
 * document cannot be shown, the person can download it instead.
 */
export function Reader({ document, titleId, onShowChanges, onClose }: Props) {
  const { id, name, markup } = document;
  const [file, setFile] = useState<Blob | null>(null);
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  const [failureMessage, setFailureMessage] = useState('');
  const [incompleteNotice, setIncompleteNotice] = useState('');
  const [retryCount, setRetryCount] = useState(0);
  // A phone that is turned keeps the view.
  const [chosenView, setChosenView] = useState<ViewerProps['view']>(useMinWidth(600) ? 'pages' : 'text');
  const [isTextUnreadable, setTextUnreadable] = useState(false);
  const view = isTextUnreadable ? 'pages' : chosenView;
  const [zoom, setZoom] = useState<ZoomFactor>(1);
  const saving = useDownload(document, file);
  useEffect(() => {
    let disposed = false;
    const load = async () => {
      const blob = await download(downloadFile, { fileId: id });
      const content = await blob.arrayBuffer();
      if (disposed) return;
      setFile(blob);
      setBytes(content);
    };
    load().catch(async (error: unknown) => {
      // The page already says that there is no connection; the document loads once it is back.
      if (error instanceof RequestError && error.status === 0 && isConnectionLost()) {
        await waitForConnection();
        if (!disposed) setRetryCount((count) => count + 1);
      } else if (!disposed && !isSessionEndedError(error)) setFailureMessage(errorMessageOf(error));
    });
    return () => {
      disposed = true;
    };
  }, [id, retryCount]);

  const downloadButton = file && (
    <Button size="small" onClick={saving.start}>
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
  const markupName = markup ? nameMarkup(markup) : '';
  return (
    <Pane
      heading={nameWithVersion(document)}
      titleId={titleId}
      onClose={onClose}
      tools={
        <>
          {markupName !== '' && (
            <Button size="small" aria-label={`${markupName} zeigen`} onClick={onShowChanges}>
              {markupName}
            </Button>
          )}
          {!isTextUnreadable && (
            <Button
              size="small"
              onClick={() => {
                setIncompleteNotice('');
                setZoom(1);
                setChosenView(view === 'text' ? 'pages' : 'text');
              }}
            >
              {view === 'text' ? 'Seitenansicht' : 'Textansicht'}
            </Button>
          )}
          <ZoomButtons zoom={zoom} min={minZoom[view]} onChange={setZoom} />
          {downloadButton}
          {saving.question}
        </>
      }
    >
      {failureMessage !== '' && (
        <PaneNotice>
          <Notice kind="error" announced action={file ? undefined : retryButton}>
            {failureMessage}
          </Notice>
        </PaneNotice>
      )}
      {saving.problem !== '' && (
        <PaneNotice>
          <Notice kind="error" announced>
            {saving.problem}
          </Notice>
        </PaneNotice>
      )}
      {isTextUnreadable && failureMessage === '' && (
        <PaneNotice>
          <Notice kind="info" announced>
            {noTextMessage}
          </Notice>
        </PaneNotice>
      )}
      {incompleteNotice !== '' && (
        <PaneNotice>
          <Notice kind="info" announced>
            {incompleteNotice} Lade die Datei herunter, um alles zu lesen.
          </Notice>
        </PaneNotice>
      )}
      {failureMessage === '' && (
        <Suspense fallback={<Loading blocks={1} height={320} />}>
          {bytes ? (
            <Viewer
              view={view}
              bytes={bytes}
              name={name}
              zoom={zoom}
              onIncomplete={setIncompleteNotice}
              onFailure={view === 'text' ? showPagesInstead : showFailure}
            />
          ) : (
            <Loading blocks={1} height={320} />
          )}
        </Suspense>
      )}
    </Pane>
  );
}

const cannotShowMessage = 'Diese Datei lässt sich hier nicht anzeigen. Lade sie herunter, um sie zu lesen.';

const noTextMessage = 'Diese Datei gibt es hier nur als Seitenansicht.';
