import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, type ReactNode, type RefObject } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { count } from '../../shared/german.ts';
import { lazyPart } from '../chunk.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Loading } from './Loading.tsx';

// Most lists have one page.
const Pager = lazyPart('Pager', async () => ({ default: (await import('./Pager.tsx')).Pager }));

interface Props<Row> {
  /** A page of rows and how many there are in all, asked with `keep`. */
  query: UseQueryResult<{ data: Row[]; meta: { total: number } }>;
  /** One row, several: 'Termin', 'Termine'; the latter names the list as well. */
  nouns: readonly [one: string, many: string];
  /** Holds the list, which takes the focus when a page is turned. */
  list: RefObject<HTMLElement | null>;
  pageSize: number;
  page: number;
  setPage: (page: number, options?: { replace?: boolean }) => void;
  /** What stands there when nothing is found. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that the server hands out in pages, as it comes: skeleton, error, nothing, or rows with the pages below. */
export function PagedList<Row>({ query, nouns, list, pageSize, page, setPage, empty, children }: Props<Row>) {
  const rows = query.data?.data;
  const { total = 0 } = query.data?.meta ?? {};
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The last row of the last page may be gone.
  const beyond = query.isSuccess && !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) setPage(pages, { replace: true });
  }, [beyond, pages, setPage]);
  const turnTo = (chosen: number) => {
    setPage(chosen);
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView();
  };
  return (
    <>
      {query.isError && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Loading blocks={5} height={72} />}
      {rows && (
        <Box
          component="section"
          ref={list}
          tabIndex={-1}
          aria-label={nouns[1]}
          aria-busy={query.isPlaceholderData}
          sx={{ outline: 'none', opacity: query.isPlaceholderData ? 0.6 : 1, scrollMarginTop: '96px' }}
        >
          <Typography role="status" sx={{ mb: 3, color: 'text.secondary' }}>
            {!query.isPlaceholderData && total > 0 && `${count(total, ...nouns)} gefunden`}
          </Typography>
          {total === 0 ? empty : children(rows)}
          {pages > 1 && (
            <Suspense>
              <Pager
                label={nouns[1]}
                page={Math.min(page, pages)}
                pages={pages}
                first={(page - 1) * pageSize}
                shown={rows.length}
                total={total}
                onChange={turnTo}
              />
            </Suspense>
          )}
        </Box>
      )}
    </>
  );
}
