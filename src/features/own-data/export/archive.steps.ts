import { Readable } from 'node:stream';
import type { Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { FileMissing } from '../../../platform/storage/store.ts';
import { writeReadablePage } from './page.words.ts';
import * as sql from './sql.ts';
import { selectTablesAbout, type ExportedTable } from './tables.sql.ts';
import { pathInArchive } from './words.ts';
import type { ZipEntry } from './zip.adapter.ts';

type ExportContext = Pick<App, 'store' | 'settings'>;

/**
 * Yields the files of an archive with everything that the portal stores about a person: a page that explains and shows
 * the data (GDPR Art. 15), the same data as JSON (Art. 20), the documents, and a coach's pictures. Needs constant
 * memory, since the data is read only as fast as the archive is read. The names of documents that are missing in the
 * store are added to `missingNames`, and the last file of the archive lists these names.
 */
export async function* exportArchive(
  tx: Tx,
  { store, settings }: ExportContext,
  person: number,
  missingNames: string[] = [],
): AsyncGenerator<ZipEntry> {
  const tables = await selectTablesAbout(tx, person);
  yield {
    name: 'meine-daten.html',
    content: Readable.from(writeReadablePage(tables, await sql.selectLocationLabels(tx), settings)),
  };
  yield { name: 'meine-daten.json', content: Readable.from(toJson(tables)) };
  const documents = await sql.selectDocuments(tx, person);
  for (const { key, ...document } of documents)
    try {
      yield { name: pathInArchive(document), content: await store.get(key) };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missingNames.push(document.name);
    }
  const pictures = await sql.selectPictures(tx, person);
  for (const { id: introductionId, picture } of pictures)
    yield { name: `vorstellung-${introductionId}.webp`, content: Readable.from([picture ?? Buffer.alloc(0)]) };
  if (missingNames.length > 0)
    yield {
      name: 'fehlende-dokumente.txt',
      content: Readable.from([
        Buffer.from(`Diese Dokumente fehlen im Speicher des Portals:\n${missingNames.join('\n')}\n`),
      ]),
    };
}

/**
 * Yields, in chunks, one JSON object with a key for each table. The value of a key has a German description of the
 * table (`words`) and the table's `rows`.
 */
async function* toJson(tables: readonly ExportedTable[]): AsyncGenerator<string> {
  let prefix = '{';
  for (const { table, description, rows } of tables) {
    yield `${prefix}\n  ${JSON.stringify(table)}: {\n    "words": ${JSON.stringify(description)},\n    "rows": [`;
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
