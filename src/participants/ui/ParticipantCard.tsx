import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState } from 'react';
import { DocumentsButton } from '../../files/ui/DocumentsButton.tsx';
import { lazyPart } from '../../web/chunk.ts';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import type { FoundParticipant } from '../contract.ts';

const AdminMenu = lazyPart('AdminMenu', () => import('./AdminMenu.tsx'));
const ParticipantDetails = lazyPart('ParticipantDetails', () => import('./ParticipantDetails.tsx'));

interface Props {
  participant: FoundParticipant;
  /** Offers what an admin does with the participant and the appointments. */
  administers: boolean;
  /** Something of the participant has changed, or documents came or went. */
  onChanged: () => void;
}

/** A participant of the search: name, status and documents, for admins the menu of deeds, opening to all details. */
export function ParticipantCard({ participant, administers, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const details = useId();
  const { participantId: id, fullName, files } = participant;
  const inactive = participant.status === 1;
  return (
    <Card component="li" data-entry tabIndex={-1}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, py: 3 }}>
        <Typography variant="body1" component="h2" sx={{ fontWeight: 700, overflowWrap: 'anywhere', minWidth: 0 }}>
          {fullName}
        </Typography>
        <Chip size="small" variant="outlined" label={inactive ? 'inaktiv' : 'aktiv'} />
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', ml: 'auto' }}>
          <DocumentsButton participant={{ id, fullName, inactive }} count={files.meta.total} onChanged={onChanged} />
          {administers && (
            <Suspense fallback={<Box sx={{ width: 40 }} />}>
              <AdminMenu participant={participant} onChanged={onChanged} onFailure={setFailure} />
            </Suspense>
          )}
          <IconButton
            aria-label={`Details ${fullName}`}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            onClick={() => setOpen(!open)}
          >
            <ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform 0.2s' }} />
          </IconButton>
        </Box>
      </Box>
      {failure !== null && (
        <Box sx={{ px: { xs: 4, sm: 6 } }}>
          <ErrorNotice error={failure} />
        </Box>
      )}
      {open && (
        <Box id={details} sx={{ px: { xs: 4, sm: 6 }, py: 4, borderTop: 1, borderColor: 'divider' }}>
          <Suspense fallback={<Loading blocks={1} height={160} />}>
            <ParticipantDetails participant={participant} administers={administers} onChanged={onChanged} />
          </Suspense>
        </Box>
      )}
    </Card>
  );
}
