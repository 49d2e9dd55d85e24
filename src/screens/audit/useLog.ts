import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../web/calls/api.ts';
import { dayParam, oneOfParam, textParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { getAuditLog } from '../../features/audit/contract.ts';
import { type AuditAction, sortedActions } from '../../features/audit/actions.rules.ts';

/** The filters of the log. An empty filter ('') has no effect. Days are `yyyy-mm-dd`. */
export interface Filters {
  person: string;
  actor: string;
  action: AuditAction | '';
  from: string;
  till: string;
}

export const noFilters: Filters = { person: '', actor: '', action: '', from: '', till: '' };

const params = {
  person: textParam('person', 200),
  actor: textParam('durch', 200),
  action: oneOfParam('vorgang', sortedActions, ''),
  from: dayParam('von'),
  till: dayParam('bis'),
};

/** Returns the filters in the URL, and the function that sets them and scrolls to the top. */
export function useFilters() {
  const { filters, setFilters } = useSearchFilters<Filters>(params);
  return { filters, setFilters: (next: Filters) => setFilters(next, { preventScrollReset: false }) };
}

/** The number of entries fetched per call, for the screen and for an export. */
const pageSize = 50;
const exportPageSize = 500;

/** Returns the input of the call that fetches one page of the log. */
function pageInput({ person, actor, action, from, till }: Filters, limit: number, cursor: number | null) {
  return { person, actor, action: action || null, fromDate: from, tillDate: till, limit, cursor };
}

/** Loads the log page by page, newest entries first. */
export function useLog(filters: Filters) {
  return useInfiniteQuery({
    queryKey: [getAuditLog.path, filters],
    queryFn: ({ pageParam, signal }) => callApi(getAuditLog, pageInput(filters, pageSize, pageParam), signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    // Loaded pages never change: the log only grows at its top.
    refetchOnWindowFocus: false,
  });
}

/** The maximum number of entries in one export. */
export const maxExportedEntries = 10_000;

/** Fetches the newest matching entries for an export. `isTruncated` is whether older entries were left out. */
export async function fetchEntriesForExport(filters: Filters) {
  const entries = [];
  let cursor: number | null = null;
  do {
    const { data, meta }: Awaited<ReturnType<typeof fetchExportPage>> = await fetchExportPage(filters, cursor);
    entries.push(...data);
    cursor = meta.nextCursor;
  } while (cursor !== null && entries.length < maxExportedEntries);
  return { entries, isTruncated: cursor !== null };
}

function fetchExportPage(filters: Filters, cursor: number | null) {
  return callApi(getAuditLog, pageInput(filters, exportPageSize, cursor));
}
