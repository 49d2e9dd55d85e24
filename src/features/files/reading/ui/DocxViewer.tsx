import { DocxFrame } from './DocxFrame.tsx';
import type { ViewerProps } from './Reader.tsx';
import { DocxText } from './text/DocxText.tsx';

/** Shows a Word document. */
export default function DocxViewer({ view, ...props }: ViewerProps) {
  return view === 'text' ? <DocxText {...props} /> : <DocxFrame {...props} />;
}
