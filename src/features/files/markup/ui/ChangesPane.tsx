import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { CallError, RequestError } from '../../../../web/calls/api.ts';
import { useConnectionCheck } from '../../../../web/calls/connection.ts';
import { BusyButton } from '../../../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { Notice } from '../../../../web/ui/notices/Notice.tsx';
import type { ListedFile } from '../../contract.ts';
import { lowPane, Pane, PaneNotice } from '../../reading/ui/Pane.tsx';
import { ZoomButtons, type ZoomFactor } from '../../reading/ui/ZoomButtons.tsx';
import { formatMarkup } from '../rules.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import { scrollerOf, useChangeSteps } from './useChangeSteps.ts';
import { useDownload } from './useDownload.tsx';

interface Props<Data> {
  heading: string;
  titleId?: string | undefined;
  /** The document whose clean copy can be downloaded if it has tracked changes or comments. */
  document: ListedFile;
  query: UseQueryResult<Data>;
  /** Further buttons. */
  tools?: ReactNode;
  /** How the text is laid out, if there are several ways. */
  layout?: string;
  /** What stands above the text, and scrolls with it. */
  header?: ReactNode;
  /** Whether the document says who made its changes. */
  hasOrigins?: boolean;
  onClose: () => void;
  /** Renders the text; at a zoom of 1 it has the size of the page's text. */
  children: (data: Data, zoom: ZoomFactor) => ReactNode;
}

/** A pane with changed text: moves from change to change, and downloads the clean copy (reference 5.16). */
export function ChangesPane<Data>({
  heading,
  titleId,
  document,
  query,
  tools,
  layout,
  header,
  hasOrigins = false,
  onClose,
  children,
}: Props<Data>) {
  const { data, error, isPlaceholderData, refetch } = query;
  const [content, setContent] = useState<HTMLElement | null>(null);
  const steps = useChangeSteps(content, data, layout);
  const [zoom, setZoom] = useZoomInPlace(content, steps.showCurrent);
  // The page already says that there is no connection.
  const isWaiting = useConnectionCheck() !== null && error instanceof RequestError && error.status === 0;
  const { running, problem, startCleanCopy } = useDownload(document);
  return (
    <Pane
      heading={heading}
      titleId={titleId}
      onClose={onClose}
      onKeyDown={steps.onKeyDown}
      stickyTools={
        steps.totals.change + steps.totals.comment > 0 && <ChangeButtons steps={steps} hasOrigins={hasOrigins} />
      }
      tools={
        <>
          {tools}
          {document.markup && formatMarkup(document.markup, ', ') !== '' && (
            <BusyButton
              size="small"
              variant="text"
              startIcon={<DownloadIcon />}
              busy={running !== null}
              aria-label="Reinschrift herunterladen"
              onClick={startCleanCopy}
            >
              Reinschrift
            </BusyButton>
          )}
          <ZoomButtons zoom={zoom} min={1} onChange={setZoom} />
        </>
      }
    >
      {problem !== '' && (
        <PaneNotice>
          <Notice kind="error" announced>
            {problem}
          </Notice>
        </PaneNotice>
      )}
      <Box ref={setContent} sx={contentStyle} onClick={steps.onClick}>
        {header}
        {error && !isWaiting ? (
          <PaneNotice>
            <ErrorNotice error={error} {...(!(error instanceof CallError) && { retry: () => void refetch() })} />
          </PaneNotice>
        ) : data ? (
          <Box style={isPlaceholderData ? { opacity: 0.5 } : {}}>{children(data, zoom)}</Box>
        ) : (
          <Loading blocks={1} height={320} />
        )}
      </Box>
    </Pane>
  );
}

/**
 * Returns the zoom and a function that changes it. What was in sight then stays in sight: the current change, or the
 * same part of the text.
 */
function useZoomInPlace(content: HTMLElement | null, showCurrent: () => boolean) {
  const [zoom, setZoom] = useState<ZoomFactor>(1);
  const placeBefore = useRef(0);
  const keepPlace = useEffectEvent(() => {
    const scroller = content && scrollerOf(content);
    if (scroller && !showCurrent()) scroller.scrollTo({ top: placeBefore.current * scroller.scrollHeight });
  });
  useLayoutEffect(() => keepPlace(), [zoom]);
  const changeZoom = (newZoom: ZoomFactor) => {
    const { scrollTop = 0, scrollHeight = 1 } = (content && scrollerOf(content)) ?? {};
    placeBefore.current = scrollTop / scrollHeight;
    setZoom(newZoom);
  };
  return [zoom, changeZoom] as const;
}

/** The header scrolls with the text, so that the text has a phone's screen for itself. */
const contentStyle = {
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  '& [role=document]': { overflow: 'visible' },
  [lowPane]: { overflow: 'visible' },
} as const;
