import { applyEdits, type Edit } from './xml.adapter.ts';
import type { OpenZip } from './zip.adapter.ts';

/** The maximum size in bytes of an embedded object or of an edited part, since both are kept in memory. */
export const maxPartBytes = 100_000_000;

/** Collects the edits that make a document harmless, by part. */
export class PartEdits {
  private readonly byPart = new Map<string, Edit[]>();

  add(part: string, edit: Edit): void {
    const edits = this.byPart.get(part);
    if (edits) edits.push(edit);
    else this.byPart.set(part, [edit]);
  }

  /** If there are edits, writes an edited copy to `path`. Returns whether it has written a copy. */
  async write(zip: OpenZip, path: string): Promise<boolean> {
    const replacements = new Map<string, Buffer>();
    for (const [name, edits] of this.byPart) {
      const part = await zip.read(name, maxPartBytes);
      if (part) replacements.set(name, applyEdits(part, edits));
    }
    if (replacements.size > 0) await zip.copy(path, replacements);
    return replacements.size > 0;
  }
}
