import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { isDate } from '../../shared/berlin.ts';
import { ask } from '../../web/api.ts';
import { getAuditLog } from '../contract.ts';
import { actions, type Action } from '../rules.ts';

/** What the log is narrowed to; '' leaves a filter out. Days `yyyy-mm-dd`. */
export interface Filters {
  person: string;
  actor: string;
  action: Action | '';
  from: string;
  till: string;
}

export const noFilters: Filters = { person: '', actor: '', action: '', from: '', till: '' };

/** Their words in the address. */
const words: Record<keyof Filters, string> = {
  person: 'person',
  actor: 'durch',
  action: 'vorgang',
  from: 'von',
  till: 'bis',
};

const names = Object.keys(words) as (keyof Filters)[];

/** The filters of the address; what is wrong there counts as absent. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const text = (name: keyof Filters) => (params.get(words[name]) ?? '').trim().slice(0, 200);
  const day = (name: keyof Filters) => (isDate(text(name)) ? text(name) : '');
  const filters: Filters = {
    person: text('person'),
    actor: text('actor'),
    action: actions.find((action) => action === text('action')) ?? '',
    from: day('from'),
    till: day('till'),
  };
  const setFilters = (next: Filters) =>
    setParams(Object.fromEntries(names.flatMap((name) => (next[name] ? [[words[name], next[name]]] : []))));
  return { filters, setFilters };
}

/** Entries of a page on the screen, and of one that goes into a file. */
const pageSize = 50;
const pageOfFile = 500;

/** The call's input for a page of the log. */
function pageOf({ person, actor, action, from, till }: Filters, limit: number, cursor: number | null) {
  return { person, actor, action: action || null, fromDate: from, tillDate: till, limit, cursor };
}

/** The log, newest first, as far as it has been fetched. */
export function useLog(filters: Filters) {
  return useInfiniteQuery({
    queryKey: [getAuditLog.path, filters],
    queryFn: ({ pageParam, signal }) => ask(getAuditLog, pageOf(filters, pageSize, pageParam), signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    // Pages that were read already do not change: the log only grows at its top.
    refetchOnWindowFocus: false,
  });
}

/** At most so many entries go into one file. */
export const mostInFile = 10_000;

/** The newest entries that pass the filters, for a file; `cut` where there are more than fit. */
export async function readForFile(filters: Filters) {
  const entries = [];
  let cursor: number | null = null;
  do {
    const { data, meta }: Awaited<ReturnType<typeof askPage>> = await askPage(filters, cursor);
    entries.push(...data);
    cursor = meta.nextCursor;
  } while (cursor !== null && entries.length < mostInFile);
  return { entries, cut: cursor !== null };
}

function askPage(filters: Filters, cursor: number | null) {
  return ask(getAuditLog, pageOf(filters, pageOfFile, cursor));
}
