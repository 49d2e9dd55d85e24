import { Readable } from 'node:stream';
import type { Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { FileMissing } from '../../../platform/storage/store.ts';
import { readablePage } from './page.words.ts';
import * as sql from './sql.ts';
import { selectTablesAbout, type ExportedTable } from './tables.sql.ts';
import { pathInArchive } from './words.ts';
import type { ZipEntry } from './zip.adapter.ts';

type ExportContext = Pick<App, 'store' | 'settings'>;

/**
 * The files of an archive with everything that the portal stores about a person: the data for machines (GDPR Art. 20),
 * a page that explains and shows the data (Art. 15), the documents and a coach's pictures. Reads everything only as the
 * archive is read, in constant memory. Adds the names of documents that the store lacks to `missing`; the last file of
 * the archive lists these names.
 */
export async function* exportArchive(
  tx: Tx,
  { store, settings }: ExportContext,
  id: number,
  missing: string[] = [],
): AsyncGenerator<ZipEntry> {
  const tables = await selectTablesAbout(tx, id);
  yield {
    name: 'meine-daten.html',
    content: Readable.from(readablePage(tables, await sql.selectLocationLabels(tx), settings)),
  };
  yield { name: 'meine-daten.json', content: Readable.from(toJson(tables)) };
  const documents = await sql.selectDocuments(tx, id);
  for (const { key, ...document } of documents)
    try {
      yield { name: pathInArchive(document), content: await store.get(key) };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(document.name);
    }
  const pictures = await sql.selectPictures(tx, id);
  for (const { id: version, picture } of pictures)
    yield { name: `vorstellung-${version}.webp`, content: Readable.from([picture ?? Buffer.alloc(0)]) };
  if (missing.length > 0)
    yield {
      name: 'fehlende-dokumente.txt',
      content: Readable.from([Buffer.from(`Diese Dokumente fehlen im Speicher des Portals:\n${missing.join('\n')}\n`)]),
    };
}

/** One JSON object with a key for each table: its description in `words`, and its `rows`. */
async function* toJson(tables: readonly ExportedTable[]): AsyncGenerator<string> {
  let prefix = '{';
  for (const { table, words, rows } of tables) {
    yield `${prefix}\n  ${JSON.stringify(table)}: {\n    "words": ${JSON.stringify(words)},\n    "rows": [`;
    let separator = '\n';
    for await (const row of rows()) {
      yield `${separator}      ${JSON.stringify(row)}`;
      separator = ',\n';
    }
    yield separator === '\n' ? ']\n  }' : '\n    ]\n  }';
    prefix = ',';
  }
  yield '\n}\n';
}
