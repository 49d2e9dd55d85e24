import type { Edit, Tag, Watcher } from './xml.adapter.ts';

/**
 * Elements that are removed as a whole, because without their reference Word calls a file damaged.
 */
const whole = new Set([
  'attachedTemplate',
  'mailMerge',
  'OLEObject',
  'subDoc',
  'altChunk',
  'externalData',
  'sourceFileName',
  'control',
]);

/**
 * Removes the references to removed relationships from a part: an element that needs its reference is removed as a
 * whole; others (a link around words, a picture's frame) lose only the attribute.
 */
export class References implements Watcher {
  private readonly path: { tag: Tag; goes: boolean }[] = [];

  /** `ids` are those of the relationships; `note` is called with the edits. */
  constructor(
    private readonly ids: ReadonlySet<string>,
    private readonly note: (edit: Edit) => void,
  ) {}

  open(tag: Tag): void {
    this.path.push({ tag, goes: false });
    const refers = Object.entries(tag.attributes).some(([name, value]) => this.isReference(name, value));
    if (!refers) return;
    const holder = this.path.findLast((each) => whole.has(each.tag.name));
    if (holder) holder.goes = true;
    else this.note({ start: tag.start, end: tag.end, replace: (text) => this.without(text) });
  }

  close(_name: string, _start: number, end: number): void {
    const closed = this.path.pop();
    if (closed?.goes) this.note({ start: closed.tag.start, end: Math.max(end, closed.tag.end), replace: () => '' });
  }

  private isReference(name: string, value: string): boolean {
    return /^(?!w:|xmlns:)[^:]+:/.test(name) && this.ids.has(value);
  }

  private without(tag: string): string {
    return tag.replace(
      /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
      (text, name: string, double?: string, single?: string) =>
        this.isReference(name, double ?? single ?? '') ? '' : text,
    );
  }
}
