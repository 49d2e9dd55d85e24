/** Why a document is not taken; what each means stands in `inspect.ts`. */
export type Why = 'empty' | 'wrongContent' | 'macros' | 'scripts' | 'linked' | 'embedded' | 'protected' | 'tooLarge';

/** Thrown while looking into a document. Carries no name: error texts may reach a log. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly why: Why) {
    super(why);
  }
}
