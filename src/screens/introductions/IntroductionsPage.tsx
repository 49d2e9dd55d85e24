import Box from '@mui/material/Box';
import { Suspense, useRef, useState } from 'react';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getIntroductions, type Proposal } from '../../features/coaches/introduction/contract.ts';
import { ProposalCard } from './ProposalCard.tsx';

const RefuseDialog = lazyComponent('RefuseDialog', () => import('./RefuseDialog.tsx'));

/** /introductions: the coaches' proposed introductions, to approve or refuse (reference 17.3). */
export default function IntroductionsPage() {
  const proposals = useApiQuery(getIntroductions, {});
  const [proposalToRefuse, setProposalToRefuse] = useState<Proposal | null>(null);
  const list = useRef<HTMLElement>(null);
  const focusList = () => list.current?.focus();
  return (
    <>
      <PageHeader title="Vorstellungen">
        Was Coaches über sich schreiben, und ihr Bild: Teilnehmende sehen es erst, wenn es hier freigegeben ist. Der
        Coach bekommt in jedem Fall eine E-Mail.
      </PageHeader>
      {proposals.isError && <ErrorNotice error={proposals.error} retry={() => void proposals.refetch()} />}
      {proposals.isPending && <Loading blocks={2} height={240} />}
      {proposals.data && (
        <Box component="section" ref={list} tabIndex={-1} aria-label="Offene Vorschläge" sx={{ outline: 'none' }}>
          {proposals.data.data.length === 0 && (
            <EmptyState picture="lens" title="Es ist keine Vorstellung zu prüfen.">
              Neue Vorschläge stehen hier und auf der Willkommensseite.
            </EmptyState>
          )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}>
            {proposals.data.data.map((proposal) => (
              <ProposalCard
                key={proposal.introductionId}
                proposal={proposal}
                onRefuse={() => setProposalToRefuse(proposal)}
                onDecided={focusList}
              />
            ))}
          </Box>
        </Box>
      )}
      {proposalToRefuse && (
        <Suspense fallback={<LoadingNotice />}>
          <RefuseDialog proposal={proposalToRefuse} onRefused={focusList} onClosed={() => setProposalToRefuse(null)} />
        </Suspense>
      )}
    </>
  );
}
