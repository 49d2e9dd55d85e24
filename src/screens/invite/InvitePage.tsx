import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { inviteParticipantsByFile } from '../../features/accounts/invitation-files/contract.ts';
import { invitationFileRules, nobodyInvitedMessage } from '../../features/accounts/invitation-files/rules.ts';
import { searchAllParticipants } from '../../features/participants/contract.ts';
import { formatCount } from '../../shared/german.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { FilePageLayout } from '../../web/ui/table-files/FilePageLayout.tsx';
import { TableFileCard } from '../../web/ui/table-files/TableFileCard.tsx';
import { useTableFile } from '../../web/ui/table-files/useTableFile.ts';
import { InvitationColumns } from './InvitationColumns.tsx';

const InvitationReport = lazyComponent('InvitationReport', () => import('./InvitationReport.tsx'));

/** An admin's invitation of many participants by a CSV or Excel file, with a report on every row (reference 3.17). */
export default function InvitePage() {
  const tableFile = useTableFile({
    call: inviteParticipantsByFile,
    toastGroup: 'invitation',
    onReport: ({ data: { invited } }) => {
      if (invited.length > 0)
        toast.success(`${formatCount(invited.length, 'Person', 'Personen')} eingeladen`, 'invitation');
      else toast.error(nobodyInvitedMessage, 'invitation');
      void invalidate(searchAllParticipants);
    },
  });
  const { outcome } = tableFile;
  return (
    <>
      <PageHeader
        title="Einladen"
        actions={
          <Button component={Link} to="/search-participant-admin" variant="outlined">
            Zur Teilnehmersuche
          </Button>
        }
      >
        Mehrere Teilnehmer:innen aus einer Excel- oder CSV-Datei einladen. Alle bekommen eine E-Mail mit einem Link,
        bestätigen damit ihre Adresse und wählen ihr Passwort. Zeilen mit Fehlern werden gemeldet und halten die anderen
        nicht auf. ‚Nur prüfen‘ zeigt dasselbe Ergebnis, ohne jemanden einzuladen.
      </PageHeader>
      <FilePageLayout>
        <TableFileCard
          tableFile={tableFile}
          maxBytes={invitationFileRules.maxBytes}
          submitLabel="Alle einladen"
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
          />
        </Suspense>
      )}
    </>
  );
}
