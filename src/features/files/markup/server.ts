import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoutes } from '../../../platform/http/calls/handler.ts';
import { notFound } from '../../../platform/server-error.ts';
import { FileMissing } from '../../../platform/storage/store.ts';
import { createTemporaryName } from '../../../platform/storage/temporary-files.ts';
import { findVisibleDocument, logLook } from '../access.steps.ts';
import * as contract from './contract.ts';
import { withStoredFile } from './read.steps.ts';
import { describeRefusal, nameOfCleanCopy } from './rules.ts';

/** The handlers that read documents: their tracked changes and comments, a comparison of two, and clean copies. */
export const routes = createRoutes(contract, {
  async getMarkup({ input, person, app, db, transaction, logSecurityEvent, refuse, signal }) {
    const document = await findVisibleDocument(db, person, input.fileId);
    if (document.extension !== 'docx') throw refuse('notReadable');
    const reading = await withStoredFile(app, document, (path) =>
      app.inspectors.read(person.id, { what: 'markup', path }, signal),
    ).catch(rethrowMissing);
    if (!reading.ok) throw refuse('notReadable');
    await logLook({ app, transaction, logSecurityEvent }, person, document);
    const { blocks, comments } = reading.result;
    return { data: { blocks, comments } };
  },

  async compareFiles({ input, person, app, db, transaction, logSecurityEvent, refuse, signal }) {
    const from = await findVisibleDocument(db, person, input.fromId);
    const to = await findVisibleDocument(db, person, input.toId);
    if (from.participant !== to.participant) throw notFound();
    if (from.id === to.id) throw refuse('sameFile');
    const documents = { from, to };
    const refuseDocument = (code: 'notReadable' | 'tooLong', side: 'from' | 'to') =>
      refuse(code, describeRefusal(code, documents[side].name, side));
    const side = (['from', 'to'] as const).find((each) => !/^(docx|pdf)$/.test(documents[each].extension));
    if (side) throw refuseDocument('notReadable', side);
    const reading = await withStoredFile(app, from, (path) =>
      withStoredFile(app, to, (otherPath) =>
        app.inspectors.read(
          person.id,
          { what: 'comparison', path, extension: from.extension, otherPath, otherExtension: to.extension },
          signal,
        ),
      ),
    ).catch(rethrowMissing);
    if (!reading.ok) throw refuse('notReadable');
    if ('unreadable' in reading.result) throw refuseDocument('notReadable', reading.result.unreadable);
    if ('tooLong' in reading.result) throw refuseDocument('tooLong', reading.result.tooLong);
    for (const document of [from, to]) await logLook({ app, transaction, logSecurityEvent }, person, document);
    const describe = ({ id, name, version }: typeof from) => ({ fileId: id, name, version });
    return { data: { from: describe(from), to: describe(to), ...reading.result } };
  },

  async getCleanCopy({ input, person, app, db, transaction, logSecurityEvent, refuse, signal }) {
    const document = await findVisibleDocument(db, person, input.fileId);
    if (document.extension !== 'docx') throw refuse('notReadable');
    const copyTo = join(app.settings.dataDir, 'tmp', createTemporaryName());
    try {
      const reading = await withStoredFile(app, document, (path) =>
        app.inspectors.read(person.id, { what: 'cleanCopy', path, copyTo }, signal),
      ).catch(rethrowMissing);
      if (!reading.ok) throw refuse('notReadable');
      await logLook({ app, transaction, logSecurityEvent }, person, document);
      const { size } = await stat(copyTo);
      const bytes = createReadStream(copyTo);
      // The file stays readable until the response is sent.
      await new Promise((resolve, reject) => bytes.once('open', resolve).once('error', reject));
      return { name: nameOfCleanCopy(document.name), size, bytes };
    } finally {
      await rm(copyTo, { force: true });
    }
  },
});

function rethrowMissing(error: unknown): never {
  throw error instanceof FileMissing ? notFound() : error;
}
