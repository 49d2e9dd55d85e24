import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { sessionEnded } from '../../web/api.ts';
import { useAsk } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { getFiles } from '../contract.ts';
import { CoachUpload } from './CoachUpload.tsx';
import { DocumentList } from './DocumentList.tsx';
import { documentsFor, useUpload } from './useUpload.ts';

export interface DocumentsDialogProps {
  participant: { id: number; fullName: string; inactive: boolean };
  onClose: () => void;
  /** Documents came or went. */
  onChanged: () => void;
}

/**
 * A participant's documents for staff: theirs and the coaches' apart, each to download; a coach uploads for own
 * participants and deletes own uploads (spec coach §2).
 */
export function DocumentsDialog({ participant, onClose, onChanged }: DocumentsDialogProps) {
  const title = useId();
  const documents = useAsk(getFiles, { participantId: participant.id });
  const { data, error } = documents;
  const [files, setFiles] = useState<readonly File[]>([]);
  const destination = useMemo(() => documentsFor(participant.id), [participant.id]);
  const upload = useUpload(destination, () => {
    setFiles([]);
    onChanged();
  });
  useEffect(() => {
    if (error && !sessionEnded(error)) toast.error('Uploads konnte nicht geladen werden');
  }, [error]);

  // Escape and 'Schließen' stop what is under way first; the selection stays.
  const leave = () => (upload.progress ? upload.cancel() : onClose());
  return (
    <Dialog
      open
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' || !upload.progress) leave();
      }}
      fullWidth
      maxWidth="md"
      aria-labelledby={title}
    >
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        Unterlagen von {participant.fullName}
      </DialogTitle>
      <DialogContent>
        {error && (
          <ErrorNotice
            error={error}
            message="Uploads konnte nicht geladen werden"
            retry={() => void documents.refetch()}
          />
        )}
        {documents.isPending && <Loading blocks={2} height={96} />}
        {data && (
          <Box sx={{ display: 'grid', gap: 8 }}>
            <Section title="Uploads Teilnehmer:in">
              <DocumentList documents={data.files.own} empty="Keine Dateien" />
            </Section>
            <Section title="Uploads Coach">
              <DocumentList documents={data.files.fromCoach} empty="Keine Dateien" deletable onChanged={onChanged} />
            </Section>
            {data.mayUpload && !participant.inactive ? (
              <Section title="Datei für Teilnehmer:in hochladen">
                <CoachUpload files={files} onChange={setFiles} upload={upload} />
              </Section>
            ) : (
              <Notice kind="info">
                {participant.inactive
                  ? 'Diese Person ist nicht aktiv. Du kannst hier keine Dateien hochladen.'
                  : 'Hochladen können nur Coaches, die einen Termin mit dieser Person haben oder hatten.'}
              </Notice>
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>{upload.progress ? 'Abbrechen' : 'Schließen'}</Button>
      </DialogActions>
    </Dialog>
  );
}

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
