import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { sessionEnded } from '../../web/api.ts';
import { useAsk } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { getFiles } from '../contract.ts';
import { DocumentList } from './DocumentList.tsx';
import { UploadArea } from './UploadArea.tsx';

/** /files (spec participant §2): what one has uploaded, and what the coach has. */
export default function FilesPage() {
  const documents = useAsk(getFiles, {});
  const { data, error } = documents;
  const [uploaded, setUploaded] = useState(false);
  useEffect(() => {
    if (error && !sessionEnded(error)) toast.error('Uploads konnte nicht geladen werden');
  }, [error]);
  return (
    <>
      <PageHeader title="Meine Unterlagen" />
      {data && !data.editableFile && (
        <Notice kind="error" title="Es fehlt noch eine bearbeitbare Datei">
          Lade mindestens deinen Lebenslauf als bearbeitbare Datei hoch, am besten als Word-Datei (docx). Ohne sie
          kannst du keinen Termin buchen.
        </Notice>
      )}
      {data?.editableFile && uploaded && (
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
      <UploadArea onUploaded={() => setUploaded(true)} />
      {error && (
        <ErrorNotice
          error={error}
          message="Uploads konnte nicht geladen werden"
          retry={() => void documents.refetch()}
        />
      )}
      {documents.isPending && <Loading blocks={2} height={96} />}
      {data && (
        <>
          <Section title="Von Dir hochgeladene Unterlagen">
            <DocumentList documents={data.files.own} empty="Du hast noch nichts hochgeladen." deletable />
          </Section>
          <Section title="Von Deinem Coach hochgeladene Unterlagen">
            <DocumentList
              documents={data.files.fromCoach}
              empty="Hier findest du nach dem Coaching, was dein Coach für dich bearbeitet hat."
            />
          </Section>
        </>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 10 }}>
      <Typography id={id} variant="h2" tabIndex={-1} sx={{ mb: 4 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
