import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { getLicences } from '../../features/provider/licences/contract.ts';
import { formatCount } from '../../shared/german.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';

/** /lizenzen: the libraries and fonts in the portal, each with its licence (reference 1.18). */
export default function LicencesPage() {
  const query = useApiQuery(getLicences, {}, { staleTime: Infinity });
  const { packages = [], texts = [] } = query.data?.data ?? {};
  return (
    <>
      <PageHeader title="Lizenzen">
        Das Portal ist freie Software (Apache-2.0) und enthält Bibliotheken und Schriften von anderen.
      </PageHeader>
      {query.isError && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading blocks={12} height={32} />}
      {query.data && (
        <>
          <Typography sx={{ mb: 3 }}>{formatCount(packages.length, 'Bestandteil', 'Bestandteile')}</Typography>
          <Box component="ul" aria-label="Bestandteile" sx={list}>
            {packages.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`}>
                <details>
                  <summary>
                    <strong>{name}</strong> {version} {licence && `(${licence})`}
                  </summary>
                  <pre lang="en">{text === null ? licence : texts[text]}</pre>
                </details>
              </li>
            ))}
          </Box>
        </>
      )}
    </>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  maxWidth: '90ch',
  '& > li': { borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' },
  '& summary': { cursor: 'pointer', py: 2.5 },
  '& summary:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
  '& pre': { m: 0, pb: 3, whiteSpace: 'pre-wrap', fontFamily: 'inherit', fontSize: 'body2.fontSize' },
} as const;
