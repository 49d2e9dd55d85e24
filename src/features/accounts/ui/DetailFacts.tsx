import { germanDate } from '../../../shared/berlin.ts';
import { detailFields, detailKeys, type Profile } from '../../../shared/profile.ts';
import { Fact } from '../../../web/ui/layout/Fact.tsx';

/** The details of a profile as rows inside `Facts`. */
export function DetailFacts({ profile }: { profile: Profile }) {
  return detailKeys.map((name) => {
    const detail = detailFields[name];
    return detail.kind === 'date' ? (
      <Fact key={name} label={detail.shortLabel}>
        {germanDate(profile[name])}
      </Fact>
    ) : (
      <Fact key={name} label={detail.label}>
        {profile[name]}
      </Fact>
    );
  });
}
