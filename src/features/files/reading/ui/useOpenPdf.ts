import { useEffect, useState } from 'react';
import { describeShownPages, openPdf, type OpenPdf } from './pdf.ts';
import type { ViewProps } from './Reader.tsx';

/**
 * Opens a PDF, and closes it with the component. Returns the PDF and what `read`, which must not change, has read from
 * it; null until then.
 */
export function useOpenPdf<Content>(
  { bytes, onIncomplete, onFailure }: Pick<ViewProps, 'bytes' | 'onIncomplete' | 'onFailure'>,
  read: (pdf: OpenPdf) => Promise<Content>,
): { pdf: OpenPdf; content: Content } | null {
  const [shown, setShown] = useState<{ pdf: OpenPdf; content: Content } | null>(null);
  useEffect(() => {
    let pdf: OpenPdf | null = null;
    let disposed = false;
    const open = async () => {
      // The library transfers the bytes to its worker, so it gets a copy.
      pdf = await openPdf(bytes.slice(0));
      if (disposed) return pdf.close();
      const content = await read(pdf);
      if (disposed) return;
      setShown({ pdf, content });
      onIncomplete(describeShownPages(pdf));
    };
    open().catch(() => {
      if (!disposed) onFailure();
    });
    return () => {
      disposed = true;
      pdf?.close();
    };
  }, [bytes, read, onIncomplete, onFailure]);
  return shown;
}
