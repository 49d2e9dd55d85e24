/** The heart of the header's sentence, drawn by ourselves; an image with a name. `size` is a CSS length. */
export function Heart({ size = '0.9em' }: { size?: string }) {
  return (
    <svg
      role="img"
      aria-label="Herz"
      viewBox="0 0 24 22"
      width={size}
      height={size}
      style={{ verticalAlign: '-0.1em' }}
    >
      <path
        d="M12 21.2 2.6 11.6A6.2 6.2 0 0 1 11.4 2.9l.6.6.6-.6a6.2 6.2 0 0 1 8.8 8.7z"
        fill="var(--mui-palette-secondary-main)"
      />
    </svg>
  );
}
