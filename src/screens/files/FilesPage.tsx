import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMegabytes } from '../../shared/german.ts';
import { isSessionEndedError } from '../../web/calls/api.ts';
import { useScrollToAnchor } from '../../web/address/useScrollToAnchor.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { getFiles } from '../../features/files/contract.ts';
import { getNotes } from '../../features/files/notes/contract.ts';
import { Notes } from '../../features/files/notes/ui/Notes.tsx';
import { ReadingDialog } from './ReadingDialog.tsx';
import { useDocumentReader } from '../../features/files/reading/ui/useDocumentReader.ts';
import { DocumentList } from '../../features/files/ui/DocumentList.tsx';
import { UploadArea } from './UploadArea.tsx';

/** /files (reference 5.7): the documents that the participant and the coach have uploaded. */
export default function FilesPage() {
  const documents = useApiQuery(getFiles, {});
  const { data, error } = documents;
  const allDocuments = useMemo(() => (data ? [...data.files.own, ...data.files.fromCoach] : []), [data]);
  const hasEditableFile = data?.editableFile;
  const notes = useApiQuery(getNotes, {});
  const [wasFileMissing, setWasFileMissing] = useState(false);
  if (hasEditableFile === false && !wasFileMissing) setWasFileMissing(true);
  const reading = useDocumentReader();
  useEffect(() => {
    if (error && !isSessionEndedError(error)) toast.error('Uploads konnte nicht geladen werden');
  }, [error]);
  return (
    <>
      <PageHeader title="Meine Unterlagen" />
      {hasEditableFile === false && (
        <Notice kind="error" title="Es fehlt noch eine bearbeitbare Datei">
          Lade mindestens deinen Lebenslauf als bearbeitbare Datei hoch, am besten als Word-Datei (docx). Ohne sie
          kannst du keinen Termin buchen.
        </Notice>
      )}
      {hasEditableFile && wasFileMissing && (
        <Notice
          kind="success"
          action={
            <Button variant="contained" component={Link} to="/booking">
              Jetzt buchen
            </Button>
          }
        >
          Deine Unterlagen sind da. Damit kannst du Termine buchen.
        </Notice>
      )}
      {/* The upload area waits for the list, because the notices above depend on the list and would move the area. */}
      {documents.isPending ? <Loading blocks={3} height={160} /> : <UploadArea />}
      {error && (
        <ErrorNotice
          error={error}
          message="Uploads konnte nicht geladen werden"
          retry={() => void documents.refetch()}
        />
      )}
      {data && (
        <>
          <Section title="Von Dir hochgeladene Unterlagen">
            <DocumentList
              documents={data.files.own}
              allDocuments={allDocuments}
              emptyText="Du hast noch nichts hochgeladen."
              mayDeleteOwn
              reading={reading}
              formatSize={formatMegabytes}
            />
          </Section>
          <Section title="Von Deinem Coach hochgeladene Unterlagen" anchor="vom-coach">
            <DocumentList
              documents={data.files.fromCoach}
              emptyText="Hier findest du nach dem Coaching, was dein Coach für dich bearbeitet hat."
              allDocuments={allDocuments}
              reading={reading}
              formatSize={formatMegabytes}
            />
          </Section>
          <ReadingDialog reading={reading} documents={allDocuments} />
          {/* Few participants have notes, so the section is left out if there are none. */}
          {(notes.isError || (notes.data?.data.length ?? 0) > 0) && (
            <Section title="Notizen von deinem Coach">
              <Notes emptyText="" />
            </Section>
          )}
          <Typography sx={{ mt: 10 }}>
            <TextLink to="/einstellungen#zugriffe">Wer hat meine Unterlagen angesehen?</TextLink>
          </Typography>
        </>
      )}
    </>
  );
}

/** A part of the page. `anchor` is the id of its heading, for links to the part. */
function Section({ title, anchor, children }: { title: string; anchor?: string; children: ReactNode }) {
  const ownId = useId();
  const id = anchor ?? ownId;
  useScrollToAnchor(anchor);
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 10 }}>
      <Typography id={id} variant="h2" tabIndex={-1} sx={{ mb: 4, scrollMarginTop: 80 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
