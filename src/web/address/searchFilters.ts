import { useSearchParams, type NavigateOptions } from 'react-router';
import { isDate } from '../../shared/berlin.ts';
import { filterChange } from './filterChange.ts';

/** A parameter of the URL that holds a filter. */
export interface Param<Value> {
  name: string;
  /** Returns the value of the text in the URL, or the default if the text is null (absent) or invalid. */
  read: (text: string | null) => Value;
  /** Returns the text for a value; '' removes the parameter from the URL. */
  write: (value: Value) => string;
}

/**
 * Returns the filters in the URL, and the function `setFilters`, which changes the given filters and leaves the
 * others unchanged. `setFilters` also goes back to the first page (`seite`) unless a page is given, and keeps the
 * scroll position unless `options` override that.
 */
export function useSearchFilters<Filters extends object>(params: { [Name in keyof Filters]: Param<Filters[Name]> }) {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(params) as (keyof Filters)[];
  const entries = names.map((name) => [name, params[name].read(search.get(params[name].name))]);
  const setFilters = (changed: Partial<Filters>, options?: NavigateOptions) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(pageParam.name);
        for (const name of Object.keys(changed) as (keyof Filters)[]) {
          const text = params[name].write(changed[name] as Filters[keyof Filters]);
          if (text) after.set(params[name].name, text);
          else after.delete(params[name].name);
        }
        return after;
      },
      { ...filterChange, ...options },
    );
  return { filters: Object.fromEntries(entries) as Filters, setFilters };
}

/** Returns the parameter for a text, which is cut off after `max` characters. */
export function textParam(name: string, max = Infinity): Param<string> {
  return { name, read: (raw) => (raw ?? '').trim().slice(0, max), write: (value) => value };
}

/** Returns the parameter for a day, `yyyy-mm-dd`. */
export function dayParam(name: string, defaultValue = ''): Param<string> {
  return { name, read: (raw) => (raw && isDate(raw) ? raw : defaultValue), write: (value) => value };
}

/** Returns the parameter for a person's id, which is null if no person is chosen. */
export function idParam(name: string): Param<number | null> {
  const read = (raw: string | null) => (Number.isSafeInteger(Number(raw)) && Number(raw) > 0 ? Number(raw) : null);
  return { name, read, write: (value) => String(value ?? '') };
}

/** Returns the parameter for a whole number from 1 to `max`. The default is left out of the URL. */
export function wholeNumberParam(name: string, max: number, defaultValue: number): Param<number> {
  return {
    name,
    read: (raw) => {
      const value = Number(raw);
      return Number.isInteger(value) && value >= 1 && value <= max ? value : defaultValue;
    },
    write: (value) => (value === defaultValue ? '' : String(value)),
  };
}

/** The parameter for the page of a list. */
export const pageParam = wholeNumberParam('seite', 100_000, 1);

/**
 * Returns the parameter for one of `values`; `nameOf` returns a value's name in the URL. The default is left out.
 */
export function oneOfParam<Value extends string, Default extends Value | '' | null>(
  name: string,
  values: readonly Value[],
  defaultValue: Default,
  nameOf: (value: Value) => string = (value) => value,
): Param<Value | Default> {
  return {
    name,
    read: (raw) => values.find((value) => nameOf(value) === raw) ?? defaultValue,
    write: (value) => (value === defaultValue || !value ? '' : nameOf(value as Value)),
  };
}

/**
 * Returns the parameter for the kinds of entries that are shown, by default all. The URL names the hidden kinds.
 */
export function shownKindsParam<Kind extends string>(
  name: string,
  kindNames: Record<Kind, string>,
): Param<Record<Kind, boolean>> {
  const kinds = Object.keys(kindNames) as Kind[];
  return {
    name,
    read: (raw) => {
      const hidden = (raw ?? '').split(',');
      return Object.fromEntries(kinds.map((kind) => [kind, !hidden.includes(kindNames[kind])])) as Record<
        Kind,
        boolean
      >;
    },
    write: (shown) =>
      kinds
        .filter((kind) => !shown[kind])
        .map((kind) => kindNames[kind])
        .join(','),
  };
}
