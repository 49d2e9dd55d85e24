import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { anonymizeUserData } from '../../features/participants/contract.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { useLatest } from '../../web/useLatest.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import { TwoStepRowButton } from '../../web/ui/buttons/TwoStepRowButton.tsx';
import { getErasureRequests, type FormerAdmin } from '../../features/own-data/erasure/contract.ts';

interface Props {
  admins: readonly FormerAdmin[];
  /** Called when an admin's data has been erased, before the admin disappears from the list. */
  onErased: () => void;
}

/**
 * Lists the former admins, who do not appear in any search or list of coaches. A button in each row erases the admin's
 * data on the second click (reference 8.9).
 */
export default function FormerAdmins({ admins, onErased }: Props) {
  const [failure, setFailure] = useState<unknown>(null);
  const erase = async (personId: number) => {
    setFailure(null);
    try {
      await callApi(anonymizeUserData, { participantId: personId });
      toast.success('Adminkonto erfolgreich anonymisiert', 'participant');
      onErased();
      await invalidate(getErasureRequests);
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(error);
    }
  };
  const eraseRef = useLatest(erase);
  const rowActions = useCallback(
    ({ participantId: personId, fullName }: FormerAdmin) => (
      <TwoStepRowButton itemName={fullName} onConfirm={() => void eraseRef.current(personId)}>
        Anonymisieren
      </TwoStepRowButton>
    ),
    [eraseRef],
  );
  return (
    <Section title="Ehemalige Admins">
      <Typography sx={{ mb: 2 }}>
        Anonymisieren löscht alles Persönliche für immer: Name, E-Mail, Anmeldung, Notizen und Begründungen. Was die
        Person getan hat, bleibt ohne Namen im Protokoll.
      </Typography>
      {failure !== null && <ErrorNotice error={failure} />}
      <Box sx={{ '--actions-width': '152px' }}>
        <DataTable label="Ehemalige Admins" columns={columns} rows={admins} keyOf={keyOf} actionsOf={rowActions} />
      </Box>
    </Section>
  );
}

const keyOf = ({ participantId: personId }: FormerAdmin) => personId;

const columns: Column<FormerAdmin>[] = [
  { name: 'name', title: 'Name', cell: ({ fullName }) => fullName },
  { name: 'email', title: 'E-Mail', width: '45%', cell: ({ email }) => email && <EmailLink address={email} /> },
];
