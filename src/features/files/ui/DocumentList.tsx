import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { germanDate, wallClock } from '../../../shared/berlin.ts';
import { formatFileSize } from '../../../shared/german.ts';
import { useScrollToAnchor } from '../../../web/address/useScrollToAnchor.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { entryRow } from '../../../web/ui/fields/entryRow.ts';
import { useFocusAfterDelete } from '../../../web/ui/buttons/useFocusAfterDelete.ts';
import { deleteFile, type ListedFile } from '../contract.ts';
import { findAnswer, findComparison } from '../markup/comparison.rules.ts';
import { formatMarkup } from '../markup/rules.ts';
import { useDownload } from '../markup/ui/useDownload.tsx';
import { callsAffectedByDocuments } from './callsAffectedByDocuments.ts';
import { describeUnreadable } from '../formats.rules.ts';
import { documentAnchor, readableFormatOf, type DocumentState } from '../rules.ts';
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
  /** All documents of the participant; those in the list may answer others of them, or be compared with them. */
  allDocuments: readonly ListedFile[];
  /** Opens documents in the page. */
  reading: DocumentReader;
  formatSize?: (bytes: number) => string;
  /** Called after a document has been deleted and the list refetched. */
  onChanged?: () => void;
}

/** A list of documents with their sizes, upload dates and buttons. An error is shown below the document's name. */
export function DocumentList({
  documents,
  emptyText,
  mayDeleteOwn = false,
  renderStateField,
  allDocuments,
  reading,
  formatSize = formatFileSize,
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
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, containerType: 'inline-size' }}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              renderStateField={renderStateField}
              reading={reading}
              allDocuments={allDocuments}
              formatSize={formatSize}
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
  allDocuments: readonly ListedFile[];
  formatSize: (bytes: number) => string;
  /** Called after the deletion, before the document leaves the list. Missing if the document cannot be deleted. */
  onDeleted?: () => void;
  onChanged?: (() => void) | undefined;
}

function DocumentRow(props: RowProps) {
  const { document, renderStateField, reading, allDocuments, formatSize, onDeleted, onChanged } = props;
  const { id, name, size, uploadedAt, version, state, mine, markup } = document;
  const [isDeleting, setDeleting] = useState(false);
  const [deletionProblem, setDeletionProblem] = useState('');
  const saving = useDownload(document);
  const problem = deletionProblem || saving.problem;
  const answeredDocument = allDocuments.find((other) => other.id === document.answers);
  const answer = findAnswer(document, allDocuments);
  const comparison = findComparison(document, allDocuments);
  const unreadableText = describeUnreadable(document);
  const markupText = markup ? formatMarkup(markup, ', ') : '';
  const anchor = documentAnchor(document);
  useScrollToAnchor(anchor);
  const isOpen = reading.view !== null && 'document' in reading.view && reading.view.document.id === id;

  const deleteDocument = async () => {
    if (isDeleting) return;
    setDeleting(true);
    setDeletionProblem('');
    try {
      await callApi(deleteFile, { fileId: id });
      toast.success('Die Datei wurde gelöscht!', 'document');
      onDeleted?.();
      await invalidate(...callsAffectedByDocuments);
      onChanged?.();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Datei konnte nicht gelöscht werden!', 'document');
      setDeletionProblem(errorMessageOf(error));
    } finally {
      setDeleting(false);
    }
  };

  return (
    <Box component="li" id={anchor} tabIndex={-1} data-entry sx={{ ...entryRow, scrollMarginTop: 80 }}>
      <DescriptionIcon aria-hidden sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {version > 1 && `Version ${version}, `}
          {formatSize(size)}, hochgeladen am {germanDate(wallClock(new Date(uploadedAt)).date)}
          {answeredDocument && `, Antwort auf „${nameWithVersion(answeredDocument)}“`}
        </Typography>
        {unreadableText !== '' && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {unreadableText}
          </Typography>
        )}
        {answer && <AnswerLine answer={answer} reading={reading} />}
        {markupText !== '' && (
          <Button
            size="small"
            sx={textButton}
            aria-label={`${markupText} in ${nameWithVersion(document)}`}
            onClick={() => reading.open({ kind: 'markup', document })}
          >
            {markupText}
          </Button>
        )}
        {problem && (
          <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
            {problem}
          </Typography>
        )}
      </Box>
      {state && !renderStateField && <StateChip state={state} mine={mine} />}
      <Box sx={actionsStyle}>
        {state && renderStateField?.({ ...document, state })}
        {readableFormatOf(document) && (
          <Button
            variant="contained"
            aria-label={`Lesen ${nameWithVersion(document)}`}
            aria-current={isOpen || undefined}
            onClick={() => reading.open({ kind: 'document', document })}
          >
            Lesen
          </Button>
        )}
        {comparison && (
          <Button
            variant="outlined"
            aria-label={`Was hat sich geändert? ${nameWithVersion(document)}`}
            onClick={() => reading.open({ kind: 'comparison', ...comparison })}
          >
            Was hat sich geändert?
          </Button>
        )}
        <BusyButton
          variant="outlined"
          busy={saving.running !== null}
          aria-label={`Herunterladen ${nameWithVersion(document)}`}
          onClick={saving.start}
        >
          Herunterladen
        </BusyButton>
        {saving.question}
        {onDeleted && (
          <TwoStepButton itemName={nameWithVersion(document)} onConfirm={() => void deleteDocument()}>
            Löschen
          </TwoStepButton>
        )}
      </Box>
    </Box>
  );
}

/** Says that a coach has answered a document, and opens the answer if the page can show it. */
function AnswerLine({ answer, reading }: { answer: ListedFile; reading: DocumentReader }) {
  const text = `Antwort vom ${germanDate(wallClock(new Date(answer.uploadedAt)).date)}`;
  const open = () => reading.open({ kind: 'document', document: answer });
  return readableFormatOf(answer) ? (
    <Button size="small" sx={textButton} aria-label={`${text} lesen: ${nameWithVersion(answer)}`} onClick={open}>
      {text}
    </Button>
  ) : (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {text}: „{nameWithVersion(answer)}“
    </Typography>
  );
}

/** In narrow lists every row has its buttons below the text, on a phone in lines that are equally long. */
const actionsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 2,
  '@container (max-width: 60rem)': { flex: '1 0 100%' },
  '@container (min-width: 30rem) and (max-width: 60rem)': { pl: 10 },
  '@container (max-width: 30rem)': { '& > *': { flex: '1 1 auto' } },
} as const;

/** A button that looks like a link in the lines below a document's name. */
const textButton = {
  px: 1,
  mx: -1,
  fontSize: '0.9375rem',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
} as const;
