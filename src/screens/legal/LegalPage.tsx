import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, type ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getPage, type PageBlock, type TextRun } from '../../features/provider/pages/contract.ts';
import { pageNames, pagePaths, type PageName } from '../../features/provider/pages/rules.ts';

const BarrierForm = lazyComponent('BarrierForm', () => import('./BarrierForm.tsx'));

const titles: Record<PageName, string> = {
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  accessibility: 'Barrierefreiheit',
};

/** /impressum, /datenschutz, /barrierefreiheit: the provider's texts (reference 1.18). */
export default function LegalPage() {
  const path = useLocation().pathname.toLowerCase();
  const page = pageNames.find((name) => path.startsWith(pagePaths[name])) ?? 'imprint';
  const query = useApiQuery(getPage, { page }, { staleTime: Infinity });
  return (
    <>
      <PageHeader title={titles[page]} />
      {query.isError && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading blocks={4} height={96} />}
      {query.data?.data.example && (
        <Notice kind="warning" title="Beispieltext">
          Dieser Text kommt mit dem Portal und muss durch den Text des Anbieters ersetzt werden.
        </Notice>
      )}
      <Box sx={{ maxWidth: '70ch', overflowWrap: 'anywhere' }}>
        {query.data?.data.blocks.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </Box>
      {page === 'accessibility' && query.data && (
        <Suspense fallback={<Loading blocks={1} height={240} />}>
          <BarrierForm />
        </Suspense>
      )}
    </>
  );
}

function BlockView({ block: { kind, lines } }: { block: PageBlock }) {
  const [firstLine = []] = lines;
  if (kind === 'heading' || kind === 'subheading')
    return (
      <Typography variant={kind === 'heading' ? 'h2' : 'h3'} sx={{ mt: 8, mb: 3 }}>
        <Line runs={firstLine} />
      </Typography>
    );
  if (kind === 'paragraph')
    return (
      <Typography sx={{ mb: 4 }}>
        {lines.map((line, index) => (
          <Box component="span" key={index} sx={{ display: 'block' }}>
            <Line runs={line} />
          </Box>
        ))}
      </Typography>
    );
  return (
    <Box component={kind === 'list' ? 'ul' : 'ol'} sx={{ mt: 0, mb: 4, pl: 6, lineHeight: 1.6 }}>
      {lines.map((line, index) => (
        <Box component="li" key={index} sx={{ mb: 1 }}>
          <Line runs={line} />
        </Box>
      ))}
    </Box>
  );
}

function Line({ runs }: { runs: readonly TextRun[] }) {
  return runs.map((run, index) => <RunView key={index} run={run} />);
}

function RunView({ run: { text, strong, emphasis, href } }: { run: TextRun }) {
  let content: ReactNode = text;
  if (emphasis) content = <em>{content}</em>;
  if (strong) content = <strong>{content}</strong>;
  if (!href) return content;
  return href.startsWith('/') ? (
    <Link component={RouterLink} to={href}>
      {content}
    </Link>
  ) : (
    <Link href={href}>{content}</Link>
  );
}
