import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError, callApi, RequestError, sessionEnded } from '../../web/calls/api.ts';
import { toast } from '../../web/toasts/toast.ts';
import { bookable } from '../../features/booking/contract.ts';
import type { SearchInput } from '../../features/booking/search/contract.ts';

/** There may be thousands of rows: the first page is small, to appear quickly, the later ones are big. */
const firstPage = 12;
const laterPages = 200;

/**
 * The loaded slots that match a search, in the server's order; while another search is loading, the previous list
 * stays. `quota` counts self-booked appointments.
 */
export function useBookable(search: SearchInput, { enabled = true } = {}) {
  const query = useInfiniteQuery({
    queryKey: [bookable.path, search],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        bookable,
        { ...search, ...(pageParam === null ? { limit: firstPage } : { limit: laterPages, cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor ?? null,
  });
  const { data, isPlaceholderData, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    query;

  useEffect(() => {
    if (error && !sessionEnded(error) && !cannotReschedule(error))
      toast.error('Termine konnten nicht geladen werden!', 'booking');
  }, [error]);

  return {
    slots: data?.pages.flatMap((page) => page.data) ?? [],
    quota: data?.pages.at(-1)?.meta.quota,
    /** Whether there is an editable file; undefined until the list has been loaded. */
    editable: data?.pages.at(-1)?.meta.editableFile,
    error,
    loaded: data !== undefined,
    /** When the list was loaded, in ms. */
    asOf: query.dataUpdatedAt,
    /** The list still shows the previous search. */
    isOld: isPlaceholderData,
    /** Whether the server has more; `fetchMore` loads it, one page at a time. */
    hasMore: hasNextPage && !isPlaceholderData,
    fetchMore: () => {
      if (!isFetching && !error) void fetchNextPage();
    },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

/** Whether nothing is listed because the booking to reschedule, which the search names, cannot be rescheduled. */
export function cannotReschedule(error: unknown): error is CallError | RequestError {
  if (error instanceof CallError) return error.code === 'notBooked' || error.code === 'tooLate';
  return error instanceof RequestError && error.status === 404;
}
