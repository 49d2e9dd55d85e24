import { useEffect, useState } from 'react';
import { Loading } from '../../../../../web/ui/notices/Loading.tsx';
import type { ViewProps } from '../Reader.tsx';
import type { Block } from '../../text-blocks.adapter.ts';
import { readDocxText } from './docxText.ts';
import { TextBlocks } from './TextBlocks.tsx';

/** Shows the text of a Word document. */
export function DocxText({ bytes, name, zoom, onIncomplete, onFailure }: ViewProps) {
  const [blocks, setBlocks] = useState<Block[] | null>(null);
  useEffect(() => {
    let disposed = false;
    readDocxText(bytes).then(
      (text) => {
        if (disposed) return;
        setBlocks(text.blocks);
        onIncomplete(text.isShortened ? 'Hier endet die Ansicht, denn das Dokument ist sehr lang.' : '');
      },
      () => {
        if (!disposed) onFailure();
      },
    );
    return () => {
      disposed = true;
    };
  }, [bytes, onIncomplete, onFailure]);
  if (!blocks) return <Loading blocks={1} height={320} />;
  return <TextBlocks blocks={blocks} name={name} zoom={zoom} isComplete />;
}
