import { applyEdits, type Edit } from './xml.adapter.ts';
import type { OpenZip } from './zip.adapter.ts';

/** The maximum size in bytes of an embedded object or of a part to edit, since both are held in memory. */
export const maxPartBytes = 100_000_000;

/** The edits that make a document harmless, by part. */
export class PartEdits {
  private readonly byPart = new Map<string, Edit[]>();

  add(part: string, edit: Edit): void {
    const edits = this.byPart.get(part);
    if (edits) edits.push(edit);
    else this.byPart.set(part, [edit]);
  }

  /** Writes the edited copy and returns true; if there is nothing to edit, writes no file and returns false. */
  async write(zip: OpenZip, path: string): Promise<boolean> {
    const replaced = new Map<string, Buffer>();
    for (const [name, edits] of this.byPart) {
      const part = await zip.read(name, maxPartBytes);
      if (part) replaced.set(name, applyEdits(part, edits));
    }
    if (replaced.size > 0) await zip.copy(path, replaced);
    return replaced.size > 0;
  }
}
