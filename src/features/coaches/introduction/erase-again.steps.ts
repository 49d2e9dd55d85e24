import { audit, type Erasure } from '../../audit/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { dropAll, dropOpen, dropPictures } from './sql.ts';

/** What is erased again of a coach's introductions, and how the log names it. */
const again = {
  proposal: { drop: dropOpen, action: 'introductionWithdrawn' },
  picture: { drop: dropPictures, action: 'introductionPictureDeleted' },
  introduction: { drop: dropAll, action: 'introductionDeleted' },
} as const;

const concerns = (what: Erasure['what']): what is keyof typeof again => what in again;

/**
 * Deletes again, after a restore, what coaches have taken back of their introductions since the backup. What was
 * proposed after that is not concerned. Returns how many erasures found something.
 */
export async function eraseIntroductionsAgain(tx: Tx, erasures: readonly Erasure[]): Promise<number> {
  let found = 0;
  for (const { what, id, at } of erasures) {
    if (!concerns(what) || !(await again[what].drop(tx, id, at))) continue;
    await audit(tx, { actor: null, action: again[what].action, person: id });
    found++;
  }
  return found;
}
