/** The product's mark: a heart on a petrol tile, as in the favicon. */
export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width="40" height="40">
      <rect width="32" height="32" rx="9" fill="var(--mui-palette-primary-main)" />
      <path
        d="M16 25.2 7.9 17a5.2 5.2 0 0 1 7.4-7.4l.7.8.7-.8a5.2 5.2 0 0 1 7.4 7.4z"
        fill="var(--mui-palette-primary-contrastText)"
      />
    </svg>
  );
}
