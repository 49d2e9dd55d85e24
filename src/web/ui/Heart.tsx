/** The heart of the header's sentence: our own drawing, an image with a name. */
export function Heart() {
  return <img src="/heart.svg" alt="Herz" width={18} height={17} style={{ verticalAlign: '-0.1em' }} />;
}
