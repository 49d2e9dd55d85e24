import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useRef, useState } from 'react';
import { germanDate, wallClock } from '../../shared/berlin.ts';
import { fileSize } from '../../shared/german.ts';
import { ask, download, save, sentenceOf, sessionEnded } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { TwoStepButton } from '../../web/ui/TwoStepButton.tsx';
import { entryRow } from '../../web/ui/entryRow.ts';
import { useFocusAfterDelete } from '../../web/ui/useFocusAfterDelete.ts';
import { deleteFile, downloadFile, getFiles, type ListedFile } from '../contract.ts';

interface Props {
  documents: readonly ListedFile[];
  /** What stands in the place of an empty list. */
  empty: string;
  /** Offers the two-step delete beside documents that the signed-in person uploaded. */
  deletable?: boolean;
  /** A document was deleted and the list asked for anew. */
  onChanged?: () => void;
}

/** Documents with size, day and download, each for itself; a failure stays with its document. */
export function DocumentList({ documents, empty, deletable = false, onChanged }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => documents.map(({ id }) => id), [documents]);
  const deleted = useFocusAfterDelete(place, ids);
  return (
    <Box ref={place} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
      {documents.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{empty}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              {...(deletable && document.mine ? { onDeleted: () => deleted(document.id), onChanged } : {})}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface RowProps {
  document: ListedFile;
  /** Called when the document is deleted and about to leave the list; without it there is no delete. */
  onDeleted?: () => void;
  onChanged?: (() => void) | undefined;
}

function DocumentRow({ document, onDeleted, onChanged }: RowProps) {
  const { id, name, size, uploadedAt } = document;
  const [busy, setBusy] = useState<'download' | 'delete' | null>(null);
  const [problem, setProblem] = useState('');

  /** Runs one of the two, not both at once; a failure raises its toast and stays here with its reason. */
  const run = async (what: 'download' | 'delete', work: () => Promise<void>, failed: string) => {
    if (busy) return;
    setBusy(what);
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error(failed, 'document');
      setProblem(sentenceOf(error));
    } finally {
      setBusy(null);
    }
  };
  const fetchIt = async () => save(await download(downloadFile, { fileId: id }), name);
  const deleteIt = async () => {
    await ask(deleteFile, { fileId: id });
    toast.success('Die Datei wurde gelöscht!', 'document');
    onDeleted?.();
    await renew(getFiles);
    onChanged?.();
  };

  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <DescriptionIcon aria-hidden sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {fileSize(size)}, hochgeladen am {germanDate(wallClock(new Date(uploadedAt)).date)}
        </Typography>
        {problem && (
          <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
            {problem}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <BusyButton
          variant="outlined"
          busy={busy === 'download'}
          aria-label={`Herunterladen ${name}`}
          onClick={() => void run('download', fetchIt, 'Die Datei konnte nicht heruntergeladen werden!')}
        >
          Herunterladen
        </BusyButton>
        {onDeleted && (
          <TwoStepButton
            what={name}
            onConfirm={() => void run('delete', deleteIt, 'Die Datei konnte nicht gelöscht werden!')}
          >
            Löschen
          </TwoStepButton>
        )}
      </Box>
    </Box>
  );
}
