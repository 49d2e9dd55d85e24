import { audit, type Erasure } from '../../audit/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { deleteAll, deleteOpen, deletePictures } from './sql.ts';

/** The function that erases each part of a coach's introductions, and the action under which it is logged. */
const erasers = {
  proposal: { erase: deleteOpen, action: 'introductionWithdrawn' },
  picture: { erase: deletePictures, action: 'introductionPictureDeleted' },
  introduction: { erase: deleteAll, action: 'introductionDeleted' },
} as const;

const isPartOfIntroduction = (what: Erasure['kind']): what is keyof typeof erasers => what in erasers;

/**
 * Repeats, after a restore, the deletions of introductions and parts of them that coaches have made since the backup.
 * Later proposals stay. Returns the number of erasures that found something to delete.
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
