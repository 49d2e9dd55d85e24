import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { getFiles } from '../../files/contract.ts';
import { useAsk } from '../../web/query.ts';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { FreeSlots } from './FreeSlots.tsx';
import { useBookable } from './useBookable.ts';

/** /booking (spec participant §2): what is free, and booking it. */
export default function BookingPage() {
  const documents = useAsk(getFiles, {});
  const free = useBookable();
  // An answer that failed does not lock the buttons: the server refuses with a sentence.
  const editable = documents.data?.editableFile ?? true;
  const waiting = documents.isPending || (!free.loaded && !free.error);
  return (
    <>
      <PageHeader title="Termine buchen" />
      {!editable && (
        <Notice kind="warning" title="Es fehlt noch eine bearbeitbare Datei">
          Termine kannst du nur buchen, wenn du eine bearbeitbare Datei hochgeladen hast, meist eine Word-Datei (docx).{' '}
          <Link component={RouterLink} to="/files" color="inherit">
            Zu „Meine Unterlagen“
          </Link>
        </Notice>
      )}
      {free.quota && !waiting && <Quota {...free.quota} />}
      {free.error && (
        <ErrorNotice error={free.error} message="Termine konnten nicht geladen werden!" retry={free.retry} />
      )}
      {waiting && <Loading blocks={5} height={148} />}
      {free.loaded && !waiting && <FreeSlots free={free} editable={editable} />}
    </>
  );
}

function Quota({ used, max }: { used: number; max: number }) {
  return (
    <Notice kind="info" title={`Du hast ${used} von ${max} Einzelcoachings gebucht.`} folds>
      <Box sx={{ maxWidth: '70ch' }}>
        Du kannst nur {max} Termine selbst buchen, danach siehst du hier nur noch Speedcoachings. Für ein Speedcoaching
        musst du nichts buchen: Öffne zur angegebenen Zeit einfach den Link.
      </Box>
    </Notice>
  );
}
