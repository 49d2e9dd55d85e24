import { dirname, join } from 'node:path/posix';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, test } from 'vitest';
import { listFiles } from '../support/reference.ts';
import { pathExists, readSource } from '../support/sources.ts';

const documents = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', '.github'].flatMap(listFiles).filter((path) => path.endsWith('.md')),
];

/** Returns a node and all nodes below it. */
const withDescendants = (node: Nodes): Nodes[] => [
  node,
  ...('children' in node ? node.children.flatMap(withDescendants) : []),
];

const textOf = (node: Nodes): string =>
  withDescendants(node)
    .map((descendant) => ('value' in descendant ? descendant.value : ''))
    .join('');

/** Returns the anchors of the headings of a text, as GitHub makes them. */
function findAnchors(markdown: string): string[] {
  const counts = new Map<string, number>();
  return withDescendants(fromMarkdown(markdown))
    .filter(({ type }) => type === 'heading')
    .map((heading) => {
      const anchor = textOf(heading)
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-');
      const count = counts.get(anchor) ?? 0;
      counts.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    });
}

/** Returns the targets of the links and pictures of a text that do not lead to another site. */
function findRelativeTargets(markdown: string): string[] {
  return withDescendants(fromMarkdown(markdown)).flatMap((node) =>
    'url' in node && !/^([a-z]+:|\/\/)/.test(node.url) ? [node.url] : [],
  );
}

/** Returns the targets in a document that do not exist: `read` returns the text of a file. */
function findDeadTargets(document: string, read: (path: string) => string): string[] {
  return findRelativeTargets(read(document)).filter((target) => {
    const [path = '', anchor] = target.split('#').map(decodeURIComponent);
    const file = path === '' ? document : join(dirname(document), path);
    if (file.startsWith('../') || (file !== document && !pathExists(file))) return true;
    return anchor !== undefined && !(file.endsWith('.md') && findAnchors(read(file)).includes(anchor));
  });
}

test.each(documents)('every link of %s leads to a file and a heading that exist', (document) => {
  expect(findDeadTargets(document, readSource)).toEqual([]);
});

test('dead links are found, in whatever form they are written', () => {
  const text = [
    '# A heading, with `code`',
    '## Twice\n## Twice',
    '[here](#a-heading-with-code) [second](#twice-1) [README](../README.md#more) [folder](../deploy)',
    '[third](#twice-2) [gone](gone.md) ![picture](gone.png) [more](../README.md#less) [outside](../../README.md)',
    '| [in a table](gone-table.md) |\n| --- |',
    '[by name][name]\n\n[name]: gone-name.md',
    '`[code](no-link.md)` [site](https://provider.example/gone)',
  ].join('\n\n');
  const read = (path: string) => (path === 'docs/example.md' ? text : readSource(path));
  expect(findDeadTargets('docs/example.md', read)).toEqual([
    ...['#twice-2', 'gone.md', 'gone.png', '../README.md#less', '../../README.md', 'gone-table.md', 'gone-name.md'],
  ]);
});
