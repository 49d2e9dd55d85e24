import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isSigned } from './s3-signature.ts';

/** The only bucket. */
const bucket = 'documents';
/** S3 lists at most this many objects in one response. */
const maxListedObjects = 1000;

/** A refusal with its code in S3's XML. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/**
 * Starts an S3 store on a free port, with one empty bucket, `documents`. It keeps each object as a file in `folder`. It
 * does only what the portal asks of a store: it checks signatures, and stores, returns, deletes and lists objects. Any
 * other request is refused with 501.
 */
export async function startS3Store(folder: string): Promise<{ port: number; close(): Promise<void> }> {
  const root = join(folder, bucket);
  const incoming = join(folder, 'incoming');
  for (const directory of [root, incoming]) await mkdir(directory, { recursive: true });
  let uploadCount = 0;
  const server = createServer((request, response) => {
    answer(request, response, { root, uploadPath: join(incoming, String(++uploadCount)) }).catch((error: unknown) =>
      refuse(response, error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { root, uploadPath }: { root: string; uploadPath: string },
): Promise<void> {
  if (!isSigned(request)) throw new Refusal(403, 'SignatureDoesNotMatch');
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
  const [, requestedBucket, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
  if (requestedBucket !== bucket) throw new Refusal(404, 'NoSuchBucket');
  if (key !== '' && !/^\w+(\/\w+)*$/.test(key)) throw new Refusal(501, 'NotImplemented');
  const path = join(root, key);
  const action = `${request.method} ${key === '' ? 'bucket' : 'object'}`;
  if (action === 'PUT object') {
    await store(request, path, uploadPath);
    response.end();
  } else if (action === 'GET object') {
    const { size } = await stat(path).catch(() => {
      throw new Refusal(404, 'NoSuchKey');
    });
    response.setHeader('content-length', size);
    await pipeline(createReadStream(path), response);
  } else if (action === 'DELETE object') {
    await rm(path, { force: true });
    response.writeHead(204).end();
  } else if (action === 'HEAD bucket') response.end();
  else if (action === 'GET bucket' && searchParams.get('list-type') === '2') {
    response.setHeader('content-type', 'application/xml').end(await list(root, searchParams));
  } else throw new Refusal(501, 'NotImplemented');
}

/** Stores the body of a request at `path`, once it has arrived completely. The portal does not sign the bodies of streams. */
async function store(request: IncomingMessage, path: string, uploadPath: string): Promise<void> {
  if (request.headers['x-amz-content-sha256'] !== 'UNSIGNED-PAYLOAD') throw new Refusal(501, 'NotImplemented');
  try {
    await pipeline(request, createWriteStream(uploadPath));
    await mkdir(dirname(path), { recursive: true });
    await rename(uploadPath, path);
  } catch (error) {
    await rm(uploadPath, { force: true });
    throw error;
  }
}

/** Lists the objects whose keys begin with the prefix, in the order of their keys, from the token on. */
async function list(root: string, query: URLSearchParams): Promise<string> {
  const [prefix, token] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const keys = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((key) => key.startsWith(prefix) && key > token)
    .toSorted();
  const page = keys.slice(0, maxListedObjects);
  const contents = await Promise.all(
    page.map(async (key) => {
      const { mtime, size } = await stat(join(root, key));
      return `<Contents><Key>${key}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
    }),
  );
  const next = page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

/** Answers with an error, or ends the connection if an answer has begun. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}
