import { lazy, Suspense, useState, type ReactNode } from 'react';
import { download, errorMessageOf, isSessionEndedError, saveBlob } from '../../../../web/calls/api.ts';
import { loadChunk } from '../../../../web/lazyComponent.ts';
import { toast } from '../../../../web/toasts/toast.ts';
import { downloadFile, type ListedFile } from '../../contract.ts';
import { getCleanCopy } from '../contract.ts';
import { formatMarkup, nameOfCleanCopy } from '../rules.ts';

const DownloadQuestion = lazy(() => loadChunk('DownloadQuestion', () => import('./DownloadQuestion.tsx')));

interface Download {
  /** What is being downloaded; null if nothing is. */
  running: 'document' | 'cleanCopy' | null;
  /** Why the last download failed; '' if it did not. */
  problem: string;
  /** Downloads the document; first asks if it has tracked changes or comments. */
  start: () => void;
  startCleanCopy: () => void;
  /** The question, or null. */
  question: ReactNode;
}

/**
 * Downloads a document or its clean copy (reference 5.16). `file` are the bytes of the document if the page already has
 * them. A failure is shown in a toast, and its reason is kept in `problem`.
 */
export function useDownload(document: ListedFile, file: Blob | null = null): Download {
  const { id, name, markup } = document;
  const [isAsking, setAsking] = useState(false);
  const [running, setRunning] = useState<Download['running']>(null);
  const [problem, setProblem] = useState('');

  const save = async (what: 'document' | 'cleanCopy') => {
    setAsking(false);
    if (running) return;
    setRunning(what);
    setProblem('');
    try {
      if (what === 'document') saveBlob(file ?? (await download(downloadFile, { fileId: id })), name);
      else saveBlob(await download(getCleanCopy, { fileId: id }), nameOfCleanCopy(name));
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Datei konnte nicht heruntergeladen werden!', 'document');
      setProblem(errorMessageOf(error));
    } finally {
      setRunning(null);
    }
  };
  const hasMarkup = markup !== null && formatMarkup(markup, ' und ') !== '';
  return {
    running,
    problem,
    start: () => (hasMarkup ? setAsking(true) : void save('document')),
    startCleanCopy: () => void save('cleanCopy'),
    question: isAsking && markup && (
      <Suspense>
        <DownloadQuestion markup={markup} onChoose={(what) => void save(what)} onClose={() => setAsking(false)} />
      </Suspense>
    ),
  };
}
