import { Loading } from '../../../../../web/ui/notices/Loading.tsx';
import type { OpenPdf } from '../pdf.ts';
import type { ViewProps } from '../Reader.tsx';
import { useOpenPdf } from '../useOpenPdf.ts';
import { type Block, createRun } from './blocks.ts';
import { joinPieces, usualHeight } from './lines.ts';
import { TextBlocks } from './TextBlocks.tsx';

/** Shows the text of a PDF. */
export function PdfText({ name, zoom, ...viewProps }: ViewProps) {
  const blocks = useOpenPdf(viewProps, readBlocks)?.content;
  if (!blocks) return <Loading blocks={1} height={320} />;
  return <TextBlocks blocks={blocks} name={name} zoom={zoom} isComplete />;
}

/** What a PDF says instead of letters if its fonts do not tell which letters they draw. */
const unknownCharacters = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;

/** Whether more than a fifth of a text's characters are letters that nobody knows. */
function isUnreadable(text: string): boolean {
  const characters = text.replace(/\s/g, '');
  return (characters.match(unknownCharacters)?.length ?? 0) > characters.length / 5;
}

/** Reads the text of all pages that are shown. Throws if there is no readable text, as in a scanned document. */
async function readBlocks(pdf: OpenPdf): Promise<Block[]> {
  const pages: Awaited<ReturnType<OpenPdf['readText']>>[] = [];
  for (let pageNumber = 1; pageNumber <= pdf.shownPageCount; pageNumber++) pages.push(await pdf.readText(pageNumber));
  const bodyHeight = usualHeight(pages.flatMap(({ pieces }) => pieces));
  const fields = pages.flatMap((page) => page.fields);
  const text = pages.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('');
  if ((text.trim() === '' && fields.length === 0) || isUnreadable(text)) throw new Error('no readable text');
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
