import Typography from '@mui/material/Typography';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getMyIntroduction, type OwnIntroduction } from '../../features/coaches/introduction/contract.ts';
import { DeleteSection } from './DeleteSection.tsx';
import { IntroductionForm } from './IntroductionForm.tsx';

/** /introduction: a coach proposes their introduction for participants, and sees the decision (reference 17.1). */
export default function IntroductionPage() {
  const query = useApiQuery(getMyIntroduction, {});
  const introduction = query.data?.data;
  return (
    <>
      <PageHeader title="Vorstellung">
        Teilnehmende sehen dein Bild und ein paar Sätze über dich bei deinen Terminen. Das Coaching-Team schaut sich
        beides an, bevor es zu sehen ist.
      </PageHeader>
      {query.isError && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading blocks={2} height={240} />}
      {introduction && (
        <>
          <ProposalStatus introduction={introduction} />
          {/* The key changes with the stored version, after a decision or a new proposal. This resets the form. */}
          <IntroductionForm
            key={`${introduction.open?.introductionId} ${introduction.shown?.introductionId}`}
            introduction={introduction}
          />
          {(introduction.open ?? introduction.shown) && <DeleteSection introduction={introduction} />}
        </>
      )}
    </>
  );
}

/** Shows whether the last proposal is being checked, was refused, or is visible to participants. */
function ProposalStatus({ introduction }: { introduction: OwnIntroduction }) {
  const { open: proposal, shown: published } = introduction;
  const meanwhileText = published
    ? 'Bis dahin ist deine bisherige Vorstellung zu sehen.'
    : 'Bis dahin sind deine Initialen zu sehen.';
  return (
    <div role="status">
      {proposal?.state === 'proposed' && (
        <Notice kind="info" title="Wird geprüft">
          Das Coaching-Team schaut sich deinen Vorschlag an; du bekommst dann eine E-Mail. {meanwhileText}
        </Notice>
      )}
      {proposal?.state === 'refused' && (
        <Notice kind="warning" title="Nicht freigegeben">
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{proposal.reason}</Typography>
          <Typography variant="body2" sx={{ mt: 1 }}>
            Du kannst deine Vorstellung ändern und noch einmal vorschlagen.
          </Typography>
        </Notice>
      )}
      {!proposal && published && (
        <Notice kind="success" title="Ist zu sehen">
          Das ist deine Vorstellung. Jede Änderung wird wieder geprüft.
        </Notice>
      )}
    </div>
  );
}
