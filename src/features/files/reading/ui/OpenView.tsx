import type { ListedFile } from '../../contract.ts';
import { ComparisonPane } from '../../markup/ui/ComparisonPane.tsx';
import { MarkupPane } from '../../markup/ui/MarkupPane.tsx';
import { Reader } from './Reader.tsx';
import type { DocumentReader } from './useDocumentReader.ts';

interface Props {
  reading: DocumentReader;
  /** All documents of the participant. */
  documents: readonly ListedFile[];
  /** The id of the heading, for a dialog that is labelled by it. */
  titleId?: string;
}

/** Shows what is open in the page; renders nothing if nothing is open. */
export default function OpenView({ reading: { view, replace, close }, documents, titleId }: Props) {
  if (!view) return null;
  if (view.kind === 'comparison')
    return (
      <ComparisonPane
        from={view.from}
        to={view.to}
        documents={documents}
        titleId={titleId}
        onChoose={(pair) => replace({ kind: 'comparison', ...pair })}
        onShowMarkup={() => replace({ kind: 'markup', document: view.to })}
        onClose={close}
      />
    );
  const { kind, document } = view;
  return kind === 'markup' ? (
    <MarkupPane
      key={document.id}
      document={document}
      titleId={titleId}
      onRead={() => replace({ kind: 'document', document })}
      onClose={close}
    />
  ) : (
    <Reader
      key={document.id}
      document={document}
      titleId={titleId}
      onShowChanges={() => replace({ kind: 'markup', document })}
      onClose={close}
    />
  );
}
