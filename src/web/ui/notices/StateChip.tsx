import './stateChip.css';

export type Tone = 'plain' | 'success' | 'info' | 'warning' | 'error';

interface Props {
  tone: Tone;
  /** The name of the icon, by default the icon of the tone. */
  icon?: keyof typeof icons;
  /** The state in a word. */
  children: string;
}

/**
 * A state as a filled chip, recognisable by its icon and word as well as by its colour. It is a plain element with a
 * separate style sheet, since a page may have 500 of them.
 */
export function StateChip({ tone, icon = tone, children }: Props) {
  return (
    <span className={`chip chip-${tone}`}>
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d={icons[icon]} />
      </svg>
      {children}
    </span>
  );
}

/**
 * The SVG paths of MUI's icons PanoramaFishEye, TaskAlt, EventAvailable, HourglassEmpty, ErrorOutline, EventBusy and
 * PersonOff.
 */
const icons = {
  plain: `M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2m0 18c-4.41 0-8-3.59-8-8
    s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8`,
  success: `M22 5.18 10.59 16.6l-4.24-4.24 1.41-1.41 2.83 2.83 10-10zm-2.21 5.04
    c.13.57.21 1.17.21 1.78 0 4.42-3.58 8-8 8s-8-3.58-8-8 3.58-8 8-8c1.58 0 3.04.46 4.28 1.25l1.44-1.44
    C16.1 2.67 14.13 2 12 2 6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10c0-1.19-.22-2.33-.6-3.39z`,
  info: `M16.53 11.06 15.47 10l-4.88 4.88-2.12-2.12-1.06 1.06L10.59 17zM19 3h-1V1h-2v2H8V1H6v2H5
    c-1.11 0-1.99.9-1.99 2L3 19c0 1.1.89 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 16H5V8h14z`,
  warning: `M6 2v6h.01L6 8.01 10 12l-4 4 .01.01H6V22h12v-5.99h-.01L18 16l-4-4 4-3.99-.01-.01H18V2zm10 14.5V20H8
    v-3.5l4-4zm-4-5-4-4V4h8v3.5z`,
  error: `M11 15h2v2h-2zm0-8h2v6h-2zm.99-5C6.47 2 2 6.48 2 12s4.47 10 9.99 10C17.52 22 22 17.52 22 12
    S17.52 2 11.99 2M12 20c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8`,
  cancelled: `m9.31 17 2.44-2.44L14.19 17l1.06-1.06-2.44-2.44 2.44-2.44L14.19 10l-2.44 2.44L9.31 10
    l-1.06 1.06 2.44 2.44-2.44 2.44zM19 3h-1V1h-2v2H8V1H6v2H5c-1.11 0-1.99.9-1.99 2L3 19c0 1.1.89 2 2 2
    h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 16H5V8h14z`,
  missed: `m20 17.17-3.37-3.38c.64.22 1.23.48 1.77.76.97.51 1.58 1.52 1.6 2.62m1.19 4.02-1.41 1.41-2.61-2.6H4
    v-2.78c0-1.12.61-2.15 1.61-2.66 1.29-.66 2.87-1.22 4.67-1.45L1.39 4.22 2.8 2.81zM15.17 18l-3-3H12
    c-2.37 0-4.29.73-5.48 1.34-.32.16-.52.5-.52.88V18zM12 6c1.1 0 2 .9 2 2 0 .86-.54 1.59-1.3 1.87
    l1.48 1.48C15.28 10.64 16 9.4 16 8c0-2.21-1.79-4-4-4-1.4 0-2.64.72-3.35 1.82l1.48 1.48
    C10.41 6.54 11.14 6 12 6`,
} as const;
