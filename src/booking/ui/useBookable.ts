import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, sessionEnded } from '../../web/api.ts';
import { toast } from '../../web/toast.ts';
import { bookable } from '../contract.ts';

/** A calendar may hold thousands of rows: a small first page is on the screen at once, the rest comes in big ones. */
const firstPage = 50;
const laterPages = 200;

/** What can be booked, as far as it has been fetched, in the server's order; `quota` of the self-booked ones. */
export function useBookable() {
  const query = useInfiniteQuery({
    queryKey: [bookable.path],
    queryFn: ({ pageParam, signal }) =>
      ask(bookable, pageParam === null ? { limit: firstPage } : { limit: laterPages, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor ?? null,
  });
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;

  useEffect(() => {
    if (error && !sessionEnded(error)) toast.error('Termine konnten nicht geladen werden!', 'booking');
  }, [error]);

  return {
    slots: data?.pages.flatMap((page) => page.data) ?? [],
    quota: data?.pages.at(-1)?.meta.quota,
    error,
    loaded: data !== undefined,
    /** Whether the server has more; `fetchMore` asks for it, once at a time. */
    hasMore: hasNextPage,
    fetchMore: () => {
      if (!isFetching && !error) void fetchNextPage();
    },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
