import { Loading } from '../../../../../web/ui/notices/Loading.tsx';
import type { OpenPdf } from '../pdf.ts';
import type { ViewProps } from '../Reader.tsx';
import { useOpenPdf } from '../useOpenPdf.ts';
import { type Block, createRun } from '../../text-blocks.adapter.ts';
import { isTextReadable, joinPieces, usualHeight } from '../../pdf-lines.adapter.ts';
import { TextBlocks } from './TextBlocks.tsx';

/** Shows the text of a PDF. */
export function PdfText({ name, zoom, ...viewProps }: ViewProps) {
  const blocks = useOpenPdf(viewProps, readBlocks)?.content;
  if (!blocks) return <Loading blocks={1} height={320} />;
  return <TextBlocks blocks={blocks} name={name} zoom={zoom} isComplete />;
}

/** Reads the text of all pages that are shown. Throws if there is no readable text, as in a scanned document. */
async function readBlocks(pdf: OpenPdf): Promise<Block[]> {
  const pages: Awaited<ReturnType<OpenPdf['readText']>>[] = [];
  for (let pageNumber = 1; pageNumber <= pdf.shownPageCount; pageNumber++) pages.push(await pdf.readText(pageNumber));
  const bodyHeight = usualHeight(pages.flatMap(({ pieces }) => pieces));
  const fields = pages.flatMap((page) => page.fields);
  if (!isTextReadable(pages)) throw new Error('no readable text');
  const fieldBlocks = fields.map((field): Block => ({ kind: 'paragraph', runs: [createRun(field)] }));
  return [
    ...pages.flatMap(({ pieces }, index): Block[] => {
      const page = `Seite ${index + 1}`;
      const blocks = joinPieces(pieces, bodyHeight);
      if (blocks.length === 0) return [{ kind: 'label', text: `${page} enthält keinen lesbaren Text.` }];
      return index > 0 ? [{ kind: 'label', text: page }, ...blocks] : blocks;
    }),
    ...(fields.length > 0 ? [{ kind: 'label' as const, text: 'Ausgefüllte Felder' }] : []),
    ...fieldBlocks,
  ];
}
