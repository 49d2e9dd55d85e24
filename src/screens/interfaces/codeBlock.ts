/** The style of a text for programs, which breaks where the line ends. */
export const codeBlock = {
  m: 0,
  my: 2,
  p: 3,
  borderRadius: '8px',
  bgcolor: 'action.hover',
  fontSize: 'body2.fontSize',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  hyphens: 'manual',
} as const;
