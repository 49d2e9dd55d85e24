import { edited, type Edit } from './xml.ts';
import type { OpenZip } from './zip.ts';

/** Most bytes of an object, or of a part that has to be changed: they are held in memory. */
export const longestPart = 100_000_000;

/** What has to be changed in a document's parts so that it is harmless. */
export class Changes {
  private readonly byPart = new Map<string, Edit[]>();

  note(part: string, edit: Edit): void {
    const edits = this.byPart.get(part);
    if (edits) edits.push(edit);
    else this.byPart.set(part, [edit]);
  }

  /** Writes the changed copy; false, and no file, where nothing has to be changed. */
  async write(zip: OpenZip, path: string): Promise<boolean> {
    const replaced = new Map<string, Buffer>();
    for (const [name, edits] of this.byPart) {
      const part = await zip.read(name, longestPart);
      if (part) replaced.set(name, edited(part, edits));
    }
    if (replaced.size > 0) await zip.copy(path, replaced);
    return replaced.size > 0;
  }
}
