import { PdfPages } from './PdfPages.tsx';
import type { ViewerProps } from './Reader.tsx';
import { PdfText } from './text/PdfText.tsx';

/** Shows a PDF. */
export default function PdfViewer({ view, ...props }: ViewerProps) {
  return view === 'text' ? <PdfText {...props} /> : <PdfPages {...props} />;
}
