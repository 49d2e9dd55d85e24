import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { starColour } from '../../features/ratings/rules.ts';

/**
 * The average of a rating in a row: stars, rounded to the nearest half, and the value with one decimal. Plain HTML
 * elements, styled by the list (`rowStarsStyle`), since a page may have 500 rows.
 */
export function RowStars({ value }: { value: number }) {
  return (
    <span className="row-stars">
      <span aria-hidden className={starColour(value)}>
        ★★★★★
        <span style={{ width: `${Math.round(value * 2) * 10}%` }}>★★★★★</span>
      </span>
      <span>
        {value.toLocaleString('de-DE', { maximumFractionDigits: 1 })}
        <span style={visuallyHidden}> von 5 Sternen</span>
      </span>
    </span>
  );
}

/** The list's styles for `RowStars`: the coloured stars lie on top of grey ones. */
export const rowStarsStyle = {
  '& .row-stars': {
    display: 'inline-flex',
    gap: 2,
    alignItems: 'baseline',
    position: 'relative',
    whiteSpace: 'nowrap',
  },
  '& .row-stars > [aria-hidden]': {
    position: 'relative',
    letterSpacing: '0.1em',
    color: 'action.disabled',
    hyphens: 'manual',
    '& > span': { position: 'absolute', inset: 0, overflow: 'hidden', color: 'text.primary' },
    '&.red > span': { color: 'error.main' },
    '&.orange > span': { color: 'orange.main' },
    '&.green > span': { color: 'success.main' },
  },
} as const;
