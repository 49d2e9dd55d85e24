import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useBackCloses } from '../../../web/address/useBackCloses.ts';
import { isSessionEndedError } from '../../../web/calls/api.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../web/ui/notices/Loading.tsx';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { useDiscardQuestion } from '../../../web/ui/dialogs/useDiscardQuestion.tsx';
import { getFiles, type ListedFile } from '../contract.ts';
import { formatMarkup, sumMarkup } from '../markup/rules.ts';
import { NoteForm } from '../notes/ui/NoteForm.tsx';
import { Notes } from '../notes/ui/Notes.tsx';
import { CoachUpload } from './CoachUpload.tsx';
import { OpeningView } from '../reading/ui/OpeningView.tsx';
import { useDocumentReader } from '../reading/ui/useDocumentReader.ts';
import { fullScreenStyle } from '../reading/ui/fullScreenStyle.ts';
import { DocumentList, type ParticipantDocument } from './DocumentList.tsx';
import { StateField } from './StateField.tsx';
import { uploadDestinationFor, useUpload } from './useUpload.ts';

const OpenView = lazyComponent('OpenView', () => import('../reading/ui/OpenView.tsx'));

export interface DocumentsDialogProps {
  participant: { id: number; fullName: string; inactive: boolean };
  /** Facts about the participant, shown beside an open document. */
  facts: ReactNode;
  /** The id of the document that is opened as soon as the list has loaded. */
  firstDocument?: number;
  onClose: () => void;
  /** Called after documents have been added, changed or deleted. */
  onChanged: () => void;
}

/**
 * Shows staff the documents that a participant uploaded and, separately, the documents that coaches uploaded for the
 * participant. Coaches can upload for their own participants and delete their own uploads (reference 5.8).
 */
export function DocumentsDialog({ participant, facts, firstDocument, onClose, onChanged }: DocumentsDialogProps) {
  const titleId = useId();
  const documentsQuery = useApiQuery(getFiles, { participantId: participant.id });
  const { data, error } = documentsQuery;
  const allDocuments = useMemo(() => (data ? [...data.files.own, ...data.files.fromCoach] : []), [data]);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [note, setNote] = useState('');
  const reading = useDocumentReader();
  const destination = useMemo(() => uploadDestinationFor(participant.id), [participant.id]);
  // The ids of the documents before the last upload that succeeded; null if there was none, or if files are chosen.
  const [earlierIds, setEarlierIds] = useState<ReadonlySet<number> | null>(null);
  const upload = useUpload(destination, () => {
    setFiles([]);
    // This runs with the list as it was when the upload began.
    setEarlierIds(new Set(allDocuments.map(({ id }) => id)));
    onChanged();
  });
  const result =
    earlierIds && files.length === 0
      ? describeUpload(
          participant.fullName,
          allDocuments.filter(({ id, mine, uploadByCoach }) => mine && uploadByCoach && !earlierIds.has(id)),
        )
      : '';
  useEffect(() => {
    if (error && !isSessionEndedError(error)) toast.error('Uploads konnte nicht geladen werden');
  }, [error]);

  const hasOpenedFirst = useRef(false);
  useEffect(() => {
    const document = allDocuments.find(({ id }) => id === firstDocument);
    if (!document || hasOpenedFirst.current) return;
    hasOpenedFirst.current = true;
    reading.open({ kind: 'document', document });
  }, [allDocuments, firstDocument, reading]);

  const width = reading.view && besideFrom[reading.view.kind];
  const hidden = width ? hiddenBelow(width) : {};
  const renderStateField = (document: ParticipantDocument) => <StateField document={document} onChanged={onChanged} />;
  // During an upload, Escape and 'Abbrechen' cancel only the upload; the dialog stays open with the chosen files.
  const cancelUploadOrClose = () => (upload.progress ? upload.cancel() : onClose());
  const discard = useDiscardQuestion((files.length > 0 || note !== '') && !upload.progress, cancelUploadOrClose);
  useBackCloses(true, () => discard.onClose({}, 'escapeKeyDown'));
  return (
    <Dialog
      open
      onClose={(event, reason) => {
        if (reading.view) return reason === 'escapeKeyDown' ? reading.close() : undefined;
        if (reason === 'escapeKeyDown' || !upload.progress) discard.onClose(event, reason);
      }}
      fullWidth
      fullScreen={reading.view !== null}
      sx={fullScreenStyle}
      maxWidth="md"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere', ...hidden }}>
        Unterlagen von {participant.fullName}
      </DialogTitle>
      <DialogContent sx={width ? sideBySide(width) : {}}>
        {reading.view && (
          <Suspense fallback={<OpeningView onClose={reading.close} />}>
            <OpenView reading={reading} documents={allDocuments} />
          </Suspense>
        )}
        <Box sx={width ? { ...hidden, ...columnStyle } : {}}>
          {reading.view && (
            <Box sx={{ mb: 8 }}>
              <Section title="Person">
                <Suspense fallback={<Loading blocks={1} height={160} />}>{facts}</Suspense>
              </Section>
            </Box>
          )}
          {error && (
            <ErrorNotice
              error={error}
              message="Uploads konnte nicht geladen werden"
              retry={() => void documentsQuery.refetch()}
            />
          )}
          {documentsQuery.isPending && <Loading blocks={2} height={96} />}
          {data && (
            <Box sx={{ display: 'grid', gap: 8 }}>
              <Section title="Uploads Teilnehmer:in">
                <DocumentList
                  documents={data.files.own}
                  allDocuments={allDocuments}
                  emptyText="Keine Dateien"
                  {...(data.mayUpload && { renderStateField })}
                  reading={reading}
                  onChanged={onChanged}
                />
              </Section>
              <Section title="Uploads Coach">
                <DocumentList
                  documents={data.files.fromCoach}
                  emptyText="Keine Dateien"
                  mayDeleteOwn
                  allDocuments={allDocuments}
                  reading={reading}
                  onChanged={onChanged}
                />
              </Section>
              {data.mayUpload && !participant.inactive ? (
                <Section title="Datei für Teilnehmer:in hochladen">
                  <CoachUpload
                    files={files}
                    onChange={setFiles}
                    upload={upload}
                    documents={data.files.own}
                    result={result}
                  />
                </Section>
              ) : (
                <Notice kind="info">
                  {participant.inactive
                    ? 'Diese Person ist nicht aktiv. Du kannst hier keine Dateien hochladen.'
                    : 'Hochladen können nur Coaches, die einen Termin mit dieser Person haben oder hatten.'}
                </Notice>
              )}
              <Section title="Notizen an die Person">
                <Notes participantId={participant.id} emptyText="Keine Notizen" />
                {data.mayUpload && !participant.inactive && (
                  <NoteForm participantId={participant.id} text={note} onChange={setNote} />
                )}
              </Section>
            </Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={hidden}>
        {discard.question ?? (
          // Like a click outside the dialog, the button asks before it closes the dialog: the button's label does not
          // say that chosen files and the note are lost.
          <Button onClick={(event) => discard.onClose(event, 'backdropClick')}>
            {upload.progress ? 'Abbrechen' : 'Schließen'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Says whom a mail about new documents reaches, and what was found in them: 'Erkannt: 17 Änderungen, 3 Kommentare.' */
function describeUpload(fullName: string, documents: readonly ListedFile[]): string {
  const { changes, comments } = sumMarkup(documents);
  const markup = formatMarkup({ insertions: changes, deletions: 0, comments }, ', ');
  return `${fullName} bekommt eine Mail. ${markup && `Erkannt: ${markup}.`}`.trimEnd();
}

/** From which width the documents stay beside an open view: two documents side by side need more room than one. */
const besideFrom = { document: 'lg', markup: 'lg', comparison: 'xl' } as const;

/** Hides an element on smaller screens, which the open view fills. */
const hiddenBelow = (width: 'lg' | 'xl') => ({ display: { xs: 'none', [width]: 'block' } });
const sideBySide = (width: 'lg' | 'xl') =>
  ({
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', [width]: 'minmax(0, 1fr) 440px' },
    gridTemplateRows: 'minmax(0, 1fr)',
    p: 0,
    borderTop: { [width]: 1 },
    borderColor: { [width]: 'divider' },
    overflow: 'hidden',
  }) as const;
const columnStyle = { overflow: 'auto', px: 5, py: 4, borderLeft: 1, borderColor: 'divider' } as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="body1" component="h3" sx={{ fontWeight: 700, mb: 3 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
