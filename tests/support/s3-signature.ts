import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The environment variables with which a portal can access the store that `startS3Store` starts. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'portal', AWS_SECRET_ACCESS_KEY: 'secret of the store' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Whether a request is signed with `s3Keys`, by version 4 of AWS's signatures in its header
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, accessKey, scope = '', signedHeaders = '', signature] = match ?? [];
  if (accessKey !== s3Keys.AWS_ACCESS_KEY_ID) return false;
  const { pathname, searchParams } = new URL(url, 'http://store');
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const headerLines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonicalRequest = [
    ...[method, pathname, query.join('&'), headerLines.join(''), signedHeaders],
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const textToSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3Keys.AWS_SECRET_ACCESS_KEY}`);
  return hmac(key, textToSign).toString('hex') === signature;
}
