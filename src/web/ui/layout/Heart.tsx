/** The heart in the header's sentence, an image with an accessible name. It is inline, so that it needs no request. */
export function Heart() {
  return (
    <svg role="img" aria-label="Herz" viewBox="0 0 24 22" width="18" height="17" className="heart">
      <path fill="#d9404f" d="M12 21.2 2.6 11.6A6.2 6.2 0 0 1 11.4 2.9l.6.6.6-.6a6.2 6.2 0 0 1 8.8 8.7z" />
    </svg>
  );
}
