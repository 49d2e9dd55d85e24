import { audit, type Erasure } from '../../audit/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { deleteAll, deleteOpen, deletePictures } from './sql.ts';

/** How each part of a coach's introductions is erased, and the action under which it is logged. */
const erasers = {
  proposal: { erase: deleteOpen, action: 'introductionWithdrawn' },
  picture: { erase: deletePictures, action: 'introductionPictureDeleted' },
  introduction: { erase: deleteAll, action: 'introductionDeleted' },
} as const;

const isOfIntroduction = (what: Erasure['what']): what is keyof typeof erasers => what in erasers;

/**
 * Deletes again, after a restore, the parts of their introductions that coaches have deleted since the backup. Later
 * proposals stay. Returns how many erasures found something to delete.
 */
export async function eraseIntroductionsAgain(tx: Tx, erasures: readonly Erasure[]): Promise<number> {
  let erasedCount = 0;
  for (const { what, id, at } of erasures) {
    if (!isOfIntroduction(what) || !(await erasers[what].erase(tx, id, at))) continue;
    await audit(tx, { actor: null, action: erasers[what].action, person: id });
    erasedCount++;
  }
  return erasedCount;
}
