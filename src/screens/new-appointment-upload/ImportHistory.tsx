import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { dateOf, germanDate, germanMoment } from '../../shared/berlin.ts';
import { callApi } from '../../web/calls/api.ts';
import { LoadMoreButton } from '../../web/ui/buttons/LoadMoreButton.tsx';
import { useFocusOnMore } from '../../web/ui/buttons/useFocusOnMore.ts';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { getImports, type ListedImport } from '../../features/appointments/import-files/contract.ts';
import { countsText, linkIdOf, nameOfFile, stateOf } from './history.ts';

interface Props {
  /** Called when the link of an import is followed. The id of the import is in the URL then. */
  onOpen: () => void;
}

/** All imports, newest first: who imported which file and when, and what became of its rows. Each is a link. */
export default function ImportHistory({ onOpen }: Props) {
  const imports = useInfiniteQuery({
    queryKey: [getImports.path],
    queryFn: ({ pageParam, signal }) => callApi(getImports, { cursor: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.meta.nextCursor,
  });
  const rows = imports.data?.pages.flatMap((page) => page.data) ?? [];
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnMore(list, '[data-entry]', rows.length);
  const columns = useMemo(() => createColumns(onOpen), [onOpen]);
  const showMore = () => {
    focusNext();
    void imports.fetchNextPage();
  };
  return (
    <Box component="section" aria-labelledby="bisherige-importe" sx={{ mt: 12 }}>
      <Typography variant="h2" id="bisherige-importe" sx={{ mb: 4 }}>
        Bisherige Importe
      </Typography>
      {imports.isLoading && <Loading blocks={3} height={40} />}
      {imports.isSuccess && rows.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>Hier stehen alle Importe, sobald es einen gibt.</Typography>
      )}
      {rows.length > 0 && (
        <Box ref={list} sx={linkStyle}>
          <DataTable
            label="Bisherige Importe"
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            phoneLines={(row) => [<ImportLink key="link" row={row} onOpen={onOpen} />, phoneFacts(row)]}
          />
        </Box>
      )}
      {imports.isError && (
        <ErrorNotice
          error={imports.error}
          retry={() => void (imports.isFetchNextPageError ? imports.fetchNextPage() : imports.refetch())}
        />
      )}
      {imports.hasNextPage && !imports.isError && (
        <LoadMoreButton busy={imports.isFetchingNextPage} onMore={showMore} />
      )}
    </Box>
  );
}

/** A long name is cut off within its link. On a phone, the whole row follows the link. */
const linkStyle = {
  '& .one-line a, & .first a': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .first': { whiteSpace: 'nowrap' },
  '& li': { position: 'relative' },
  '& .first a::after': { content: '""', position: 'absolute', inset: 0 },
} as const;

const keyOf = ({ id }: ListedImport) => id;

function ImportLink({ row, onOpen }: { row: ListedImport; onOpen: () => void }) {
  return (
    <TextLink id={linkIdOf(row.id)} to={`?import=${row.id}`} onClick={onOpen} preventScrollReset>
      {nameOfFile(row)}
    </TextLink>
  );
}

const createColumns = (onOpen: () => void): Column<ListedImport>[] => [
  { name: 'file', title: 'Datei', oneLine: true, cell: (row) => <ImportLink row={row} onOpen={onOpen} /> },
  {
    name: 'importedAt',
    title: 'Importiert',
    width: 'clamp(136px, 15vw, 216px)',
    cell: ({ importedAt }) => <time dateTime={importedAt}>{germanMoment(new Date(importedAt))}</time>,
  },
  { name: 'importedBy', title: 'Von', width: '18%', minBreakpoint: 'md', oneLine: true, cell: (row) => row.importedBy },
  { name: 'counts', title: 'Zeilen', width: '24%', cell: countsText },
  {
    name: 'state',
    title: 'Stand',
    width: '184px',
    cell: (row) => {
      const { tone, label } = stateOf(row);
      return <StateChip tone={tone}>{label}</StateChip>;
    },
  },
];

function phoneFacts(row: ListedImport) {
  const facts = [
    germanDate(dateOf(new Date(row.importedAt))),
    row.undoneAt === null ? countsText(row) : stateOf(row).label,
  ];
  return facts.filter(Boolean).join(' · ');
}
