import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import { CallError, callApi, RequestError, isSessionEndedError } from '../../web/calls/api.ts';
import { queryClient } from '../../web/calls/apiQuery.ts';
import { decodeFirstAnswer, type FirstAnswers } from '../../web/calls/firstAnswers.ts';
import { toast } from '../../web/toasts/toast.ts';
import { listBookableSlots } from '../../features/booking/contract.ts';
import type { SearchInput } from '../../features/booking/search/contract.ts';

/**
 * The first page is small, so that it appears fast, but usually covers several days. Later pages are large, since there
 * may be thousands of slots.
 */
export const firstPageSize = 40;
const laterPageSize = 200;

/**
 * Loads the slots that match a search, page by page, in the server's order. While a new search is loading, the slots of
 * the previous one are returned. `quota` has the number of the participant's bookings (`used`) and its maximum.
 */
export function useBookableSlots(search: SearchInput, { enabled = true } = {}) {
  const query = useInfiniteQuery({
    queryKey: [listBookableSlots.path, search],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listBookableSlots,
        { ...search, ...(pageParam === null ? { limit: firstPageSize } : { limit: laterPageSize, cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor ?? null,
  });
  const { data, isPlaceholderData, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    query;

  useEffect(() => {
    if (error && !isSessionEndedError(error) && !isRescheduleRefusal(error))
      toast.error('Termine konnten nicht geladen werden!', 'booking');
  }, [error]);

  // Later pages of the same search are large. They are deferred, so that a tap does not wait until they are drawn.
  const deferredPages = useDeferredValue(data?.pages);
  const areSameSearch = deferredPages?.[0] === data?.pages[0];
  const pages = areSameSearch ? deferredPages : data?.pages;
  const isComplete = pages === data?.pages;
  return {
    slots: pages?.flatMap((page) => page.data) ?? [],
    quota: pages?.at(-1)?.meta.quota,
    /** Whether the participant has an editable file; undefined until the first page is loaded. */
    hasEditableFile: pages?.at(-1)?.meta.editableFile,
    error,
    isLoaded: data !== undefined,
    /** When the list was loaded, in milliseconds since 1970. */
    loadedAt: query.dataUpdatedAt,
    /** Whether the slots still belong to the previous search. */
    isOutdated: isPlaceholderData,
    /** Whether the server has more slots; `fetchMore` loads the next page. */
    hasMore: (hasNextPage || !isComplete) && !isPlaceholderData,
    fetchMore: () => {
      if (isComplete && !isFetching && !error) void fetchNextPage();
    },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

/** Puts the first page of all free slots into the cache, if it came with the document. Returns the page. */
export function cacheFirstSlots(answers: FirstAnswers): OutputOf<typeof listBookableSlots> | undefined {
  const firstPage = decodeFirstAnswer(listBookableSlots, answers);
  if (firstPage)
    queryClient.setQueryData([listBookableSlots.path, {}], { pages: [firstPage], pageParams: [null as string | null] });
  return firstPage;
}

/** Whether the search was refused because the booking to reschedule (`insteadOf`) cannot be rescheduled. */
export function isRescheduleRefusal(error: unknown): error is CallError | RequestError {
  if (error instanceof CallError) return error.code === 'notBooked' || error.code === 'tooLate';
  return error instanceof RequestError && error.status === 404;
}
