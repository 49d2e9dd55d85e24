import { audit, type Erasure } from '../../audit/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { deleteAllVersions, deleteUnshownVersion, deletePictures } from './sql.ts';

/** The function that erases each part of a coach's introductions, and the action under which it is logged. */
const erasers = {
  proposal: { erase: deleteUnshownVersion, action: 'introductionWithdrawn' },
  picture: { erase: deletePictures, action: 'introductionPictureDeleted' },
  introduction: { erase: deleteAllVersions, action: 'introductionDeleted' },
} as const;

const isPartOfIntroduction = (kind: Erasure['kind']): kind is keyof typeof erasers => kind in erasers;

/**
 * Repeats after a restore what coaches have deleted since the backup: introductions and parts of introductions.
 * Proposals that were made after a deletion stay. Returns the number of erasures that found something to delete.
 */
export async function eraseIntroductionsAgain(tx: Tx, erasures: readonly Erasure[]): Promise<number> {
  let erasedCount = 0;
  for (const { kind, id, at } of erasures) {
    if (!isPartOfIntroduction(kind) || !(await erasers[kind].erase(tx, id, at))) continue;
    await audit(tx, { actor: null, action: erasers[kind].action, person: id });
    erasedCount++;
  }
  return erasedCount;
}
