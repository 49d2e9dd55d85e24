import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  icon: keyof typeof icons;
}

/**
 * A small icon button in a row of a table. It is a plain element that the table styles, since a page may have 500 rows.
 */
export function RowButton({ icon, ...rest }: Props) {
  return (
    <button type="button" className={`row-button ${icon}`} {...rest}>
      {/* Shown on a phone's card, where there is room for a word. */}
      {icon === 'open' && (
        <span aria-hidden className="word">
          Details
        </span>
      )}
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d={icons[icon]} />
      </svg>
    </button>
  );
}

/** The SVG paths of MUI's icons ChevronRight and MoreVert. */
const icons = {
  open: 'M10 6 8.59 7.41 13.17 12l-4.58 4.59L10 18l6-6z',
  more: `M12 8c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2
    m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2`,
} as const;
