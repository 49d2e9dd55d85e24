import { audit, type Erasure } from '../../audit/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { dropAll, dropOpen, dropPictures } from './sql.ts';

/** How a part of a coach's introductions is erased again, and how the log names it. */
const again = {
  proposal: { drop: dropOpen, action: 'introductionWithdrawn' },
  picture: { drop: dropPictures, action: 'introductionPictureDeleted' },
  introduction: { drop: dropAll, action: 'introductionDeleted' },
} as const;

const isOfIntroduction = (what: Erasure['what']): what is keyof typeof again => what in again;

/**
 * Deletes again, after a restore, the parts of their introductions that coaches have deleted since the backup. Later
 * proposals stay. Returns how many erasures found something.
 */
export async function eraseIntroductionsAgain(tx: Tx, erasures: readonly Erasure[]): Promise<number> {
  let found = 0;
  for (const { what, id, at } of erasures) {
    if (!isOfIntroduction(what) || !(await again[what].drop(tx, id, at))) continue;
    await audit(tx, { actor: null, action: again[what].action, person: id });
    found++;
  }
  return found;
}
