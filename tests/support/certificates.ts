import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate with its key, as texts in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** An authority for tests. */
export interface Authority {
  /** The file with its certificate. */
  file: string;
  /** Issues a certificate for one host. It is valid for some days from now, or ended yesterday for -1. */
  issue: (host: string, days?: 2 | -1) => Certificate;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'ignore'] });

/** Creates an authority, whose files begin with `name`, in a folder; needs openssl. */
export function createAuthority(folder: string, name: string): Authority {
  const pathOf = (ending: string) => join(folder, `${name}-${ending}`);
  const [file, keyFile] = [pathOf('ca.crt'), pathOf('ca.key')];
  const isAuthority = ['-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign'];
  openssl('req', '-x509', ...newKey, '-days', '2', ...isAuthority, '-keyout', keyFile, '-out', file);
  let count = 0;
  return {
    file,
    issue(host, days = 2) {
      const number = ++count;
      const [key, request, extensions, cert] = ['key', 'csr', 'ext', 'crt'].map((end) => pathOf(`${number}.${end}`));
      if (!key || !request || !extensions || !cert) throw new Error('four files');
      writeFileSync(extensions, `subjectAltName=DNS:${host}\n`);
      openssl('req', ...newKey, '-subj', `/CN=${host}`, '-keyout', key, '-out', request);
      const signing = ['-CA', file, '-CAkey', keyFile, '-set_serial', String(number), '-days', String(days)];
      openssl('x509', '-req', '-in', request, ...signing, '-extfile', extensions, '-out', cert);
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    },
  };
}
