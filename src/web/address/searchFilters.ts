import { useSearchParams, type NavigateOptions } from 'react-router';
import { isDate } from '../../shared/berlin.ts';

/** How a filter appears in the address. */
export interface Param<Value> {
  name: string;
  /** Returns the value for the text in the address; the default if the text is null (absent) or invalid. */
  read: (text: string | null) => Value;
  /** Returns the text for a value; '' removes the name from the address. */
  write: (value: Value) => string;
}

/**
 * Filters as part of the address. `setFilters` changes the filters that it gets and leaves the others unchanged; it
 * goes back to the first page (`seite`) unless it gets a page, and keeps the scroll position unless `options` change
 * that.
 */
export function useSearchFilters<Filters extends object>(params: { [Name in keyof Filters]: Param<Filters[Name]> }) {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(params) as (keyof Filters)[];
  const entries = names.map((name) => [name, params[name].read(search.get(params[name].name))]);
  const setFilters = (changed: Partial<Filters>, options?: NavigateOptions) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(page.name);
        for (const name of Object.keys(changed) as (keyof Filters)[]) {
          const text = params[name].write(changed[name] as Filters[keyof Filters]);
          if (text) after.set(params[name].name, text);
          else after.delete(params[name].name);
        }
        return after;
      },
      { preventScrollReset: true, ...options },
    );
  return { filters: Object.fromEntries(entries) as Filters, setFilters };
}

/** A text of at most `max` characters. */
export function text(name: string, max = Infinity): Param<string> {
  return { name, read: (raw) => (raw ?? '').trim().slice(0, max), write: (value) => value };
}

/** A day `yyyy-mm-dd`. */
export function day(name: string, defaultValue = ''): Param<string> {
  return { name, read: (raw) => (raw && isDate(raw) ? raw : defaultValue), write: (value) => value };
}

/** A person's id; null for none. */
export function id(name: string): Param<number | null> {
  const read = (raw: string | null) => (Number.isSafeInteger(Number(raw)) && Number(raw) > 0 ? Number(raw) : null);
  return { name, read, write: (value) => String(value ?? '') };
}

/** A whole number from 1 to `max`; the default is left out of the address. */
export function wholeNumber(name: string, max: number, defaultValue: number): Param<number> {
  return {
    name,
    read: (raw) => {
      const value = Number(raw);
      return Number.isInteger(value) && value >= 1 && value <= max ? value : defaultValue;
    },
    write: (value) => (value === defaultValue ? '' : String(value)),
  };
}

/** The page of a list. */
export const page = wholeNumber('seite', 100_000, 1);

/** One of several values, each by its word in the address; the default is left out of the address. */
export function oneOf<Value extends string, Default extends Value | '' | null>(
  name: string,
  values: readonly Value[],
  defaultValue: Default,
  toWord: (value: Value) => string = (value) => value,
): Param<Value | Default> {
  return {
    name,
    read: (raw) => values.find((value) => toWord(value) === raw) ?? defaultValue,
    write: (value) => (value === defaultValue || !value ? '' : toWord(value as Value)),
  };
}

/** Which kinds of entries are shown, by default all; the address lists the hidden ones. */
export function shownKinds<Kind extends string>(
  name: string,
  words: Record<Kind, string>,
): Param<Record<Kind, boolean>> {
  const kinds = Object.keys(words) as Kind[];
  return {
    name,
    read: (raw) => {
      const hidden = (raw ?? '').split(',');
      return Object.fromEntries(kinds.map((kind) => [kind, !hidden.includes(words[kind])])) as Record<Kind, boolean>;
    },
    write: (shown) =>
      kinds
        .filter((kind) => !shown[kind])
        .map((kind) => words[kind])
        .join(','),
  };
}
