import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { germanDate, wallClock } from '../../../shared/berlin.ts';
import { formatFileSize } from '../../../shared/german.ts';
import { callApi, download, saveBlob, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { entryRow } from '../../../web/ui/fields/entryRow.ts';
import { useFocusAfterDelete } from '../../../web/ui/buttons/useFocusAfterDelete.ts';
import { deleteFile, downloadFile, type ListedFile } from '../contract.ts';
import { callsAffectedByDocuments } from './callsAffectedByDocuments.ts';
import { readableFormatOf, type DocumentState } from '../rules.ts';
import { nameWithVersion, StateChip } from './DocumentState.tsx';
import type { DocumentReader } from '../reading/ui/useDocumentReader.ts';

/** A document that a participant uploaded, which always has a state. */
export type ParticipantDocument = ListedFile & { state: DocumentState };

interface Props {
  documents: readonly ListedFile[];
  /** The text that is shown if there are no documents. */
  emptyText: string;
  /** Whether the signed-in person may delete the documents in this list that they have uploaded. */
  mayDeleteOwn?: boolean;
  /** Renders the field in which a coach sets a document's state; if missing, the state is only shown. */
  renderStateField?: (document: ParticipantDocument) => ReactNode;
  /** The participant's documents; a coach's document in the list may answer one of them. */
  participantDocuments?: readonly ListedFile[];
  /** Opens documents for reading in the page. */
  reading: DocumentReader;
  /** Called after a document has been deleted and the list refetched. */
  onChanged?: () => void;
}

/** A list of documents with their sizes, upload dates and buttons. An error is shown below the document's name. */
export function DocumentList({
  documents,
  emptyText,
  mayDeleteOwn = false,
  renderStateField,
  participantDocuments = [],
  reading,
  onChanged,
}: Props) {
  const container = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => documents.map(({ id }) => id), [documents]);
  const moveFocusAfterDelete = useFocusAfterDelete(container, ids);
  return (
    <Box ref={container} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
      {documents.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{emptyText}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              renderStateField={renderStateField}
              reading={reading}
              answeredDocument={participantDocuments.find(({ id }) => id === document.answers)}
              onChanged={onChanged}
              {...(mayDeleteOwn && document.mine ? { onDeleted: () => moveFocusAfterDelete(document.id) } : {})}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface RowProps {
  document: ListedFile;
  renderStateField: Props['renderStateField'];
  reading: DocumentReader;
  answeredDocument: ListedFile | undefined;
  /** Called after the deletion, before the document leaves the list. Missing if the document cannot be deleted. */
  onDeleted?: () => void;
  onChanged?: (() => void) | undefined;
}

function DocumentRow({ document, renderStateField, reading, answeredDocument, onDeleted, onChanged }: RowProps) {
  const { id, name, size, uploadedAt, version, state, mine } = document;
  const [runningAction, setRunningAction] = useState<'download' | 'delete' | null>(null);
  const [problem, setProblem] = useState('');

  /** Runs a download or a deletion unless one of them is already running; if it fails, shows a toast and the reason. */
  const run = async (action: 'download' | 'delete', work: () => Promise<void>, failureMessage: string) => {
    if (runningAction) return;
    setRunningAction(action);
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error(failureMessage, 'document');
      setProblem(errorMessageOf(error));
    } finally {
      setRunningAction(null);
    }
  };
  const downloadDocument = async () => saveBlob(await download(downloadFile, { fileId: id }), name);
  const deleteDocument = async () => {
    await callApi(deleteFile, { fileId: id });
    toast.success('Die Datei wurde gelöscht!', 'document');
    onDeleted?.();
    await invalidate(...callsAffectedByDocuments);
    onChanged?.();
  };

  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <DescriptionIcon aria-hidden sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {version > 1 && `Version ${version}, `}
          {formatFileSize(size)}, hochgeladen am {germanDate(wallClock(new Date(uploadedAt)).date)}
        </Typography>
        {answeredDocument && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            Antwort auf „{nameWithVersion(answeredDocument)}“
          </Typography>
        )}
        {problem && (
          <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
            {problem}
          </Typography>
        )}
      </Box>
      {state && !renderStateField && <StateChip state={state} mine={mine} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {state && renderStateField?.({ ...document, state })}
        {readableFormatOf(document) && (
          <Button
            variant="contained"
            aria-label={`Lesen ${nameWithVersion(document)}`}
            aria-current={reading.document?.id === id || undefined}
            onClick={() => reading.open(document)}
          >
            Lesen
          </Button>
        )}
        <BusyButton
          variant="outlined"
          busy={runningAction === 'download'}
          aria-label={`Herunterladen ${nameWithVersion(document)}`}
          onClick={() => void run('download', downloadDocument, 'Die Datei konnte nicht heruntergeladen werden!')}
        >
          Herunterladen
        </BusyButton>
        {onDeleted && (
          <TwoStepButton
            itemName={nameWithVersion(document)}
            onConfirm={() => void run('delete', deleteDocument, 'Die Datei konnte nicht gelöscht werden!')}
          >
            Löschen
          </TwoStepButton>
        )}
      </Box>
    </Box>
  );
}
