import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { inviteParticipantsByFile } from '../../features/accounts/invitation-files/contract.ts';
import { invitationFileRules, nobodyInvitedMessage } from '../../features/accounts/invitation-files/rules.ts';
import { searchAllParticipants } from '../../features/participants/contract.ts';
import { formatCount } from '../../shared/german.ts';
import { oneOfParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { FilePageLayout } from '../../web/ui/table-files/FilePageLayout.tsx';
import { TableFileCard } from '../../web/ui/table-files/TableFileCard.tsx';
import { useTableFile } from '../../web/ui/table-files/useTableFile.ts';
import { InvitationColumns } from './InvitationColumns.tsx';

const InvitationReport = lazyComponent('InvitationReport', () => import('./InvitationReport.tsx'));
const InviteDialog = lazyComponent('InviteDialog', () => import('../search-participant/InviteDialog.tsx'));

/** The dialog that is open. The search for pages links to it. */
const params = { dialog: oneOfParam('dialog', ['person'], null) };

/**
 * An admin's invitation of one participant by a dialog, or of many by a CSV or Excel file (reference 3.17): the file is
 * checked first, and the report on every row has the button that invites its people.
 */
export default function InvitePage() {
  const { filters, setFilters } = useSearchFilters(params);
  const tableFile = useTableFile({
    call: inviteParticipantsByFile,
    toastGroup: 'invitation',
    keepsReport: true,
    onReport: ({ data: { invited } }) => {
      if (invited.length > 0)
        toast.success(`${formatCount(invited.length, 'Person', 'Personen')} eingeladen`, 'invitation');
      else toast.error(nobodyInvitedMessage, 'invitation');
      void invalidate(searchAllParticipants);
    },
  });
  const { file, outcome } = tableFile;
  return (
    <>
      <PageHeader
        title="Einladen"
        actions={
          <>
            <Button variant="outlined" onClick={() => setFilters({ dialog: 'person' }, { replace: true })}>
              Eine Person einladen
            </Button>
            <Button component={Link} to="/search-participant-admin" variant="outlined">
              Zur Teilnehmersuche
            </Button>
          </>
        }
      >
        Wer eingeladen ist, bekommt eine E-Mail mit einem Link, bestätigt damit die Adresse und wählt ein Passwort.
        Mehrere Personen lädst du mit einer Excel- oder CSV-Datei ein: Datei auswählen, prüfen und das Ergebnis ansehen,
        dann einladen. Beim Prüfen wird noch niemand eingeladen.
      </PageHeader>
      <FilePageLayout>
        <TableFileCard
          tableFile={tableFile}
          maxBytes={invitationFileRules.maxBytes}
          cancelledMessage="Abgebrochen. Es wurde niemand eingeladen."
        />
        <InvitationColumns />
      </FilePageLayout>
      {outcome?.kind === 'reported' && (
        <Suspense>
          <InvitationReport
            key={String(outcome.dryRun)}
            fileName={outcome.fileName}
            dryRun={outcome.dryRun}
            report={outcome.report.data}
            onInvite={() => file && void tableFile.start(file, false)}
          />
        </Suspense>
      )}
      {filters.dialog === 'person' && (
        <Suspense fallback={<LoadingNotice />}>
          <InviteDialog onClosed={() => setFilters({ dialog: null }, { replace: true })} />
        </Suspense>
      )}
    </>
  );
}
