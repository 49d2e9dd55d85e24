import { craftCompound, craftDoc, craftDocx, craftOdt } from './craft.ts';
import { group, type HostileFile } from './hostile-file.ts';
import { hostileDocAndOdtFiles } from './hostile-doc-odt.ts';
import { bombs, chunksInDocx, macrosInDocx, notDocx, programFieldsInDocx, programsInDocx } from './hostile-docx.ts';
import { activePdf, notPdf, programsInPdf, unreadablePdf } from './hostile-pdf.ts';

/** Files that cannot be opened without a password. */
export const protectedFiles: HostileFile[] = [
  ...group('CV.docx', 'protected', {
    'a docx in an encrypted package': () => craftCompound({ '/EncryptedPackage': 'x', '/EncryptionInfo': 'x' }),
    'a docx with an encrypted part': () => craftDocx({}, [{ name: 'a', data: 'x', flags: 1 }]),
  }),
  ...group('CV.doc', 'protected', { 'a doc': () => craftDoc({}, { flags: 0x0100 }) }),
  ...group('CV.odt', 'protected', {
    'an odt': () =>
      craftOdt([
        { name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
      ]),
  }),
];

const filesNamed = (...names: string[]): HostileFile[] =>
  names.map((name) => ({ title: JSON.stringify(name), name, reason: 'extension', bytes: () => craftDocx() }));

/** Files with extensions that may not be uploaded, some of them disguised, and an empty file. */
export const wrongNames: HostileFile[] = [
  ...filesNamed(
    'CV.docm',
    'CV.dotm',
    'CV.docx.exe',
    'CV.docx.',
    'CV',
    'CV.svg',
    'CV.html',
    'CV.zip',
    'CV.rtf',
    'CV.xhtml',
  ),
  ...filesNamed(
    'Lebenslauf\u202Excod.exe',
    'CV.docx\0.exe',
    'CV.docx\r\n.js',
    'CV.exe\u200B',
    '..\\..\\CV.docx\\cmd.bat',
  ),
  ...filesNamed('CV.docx:evil.exe', 'CV.dоcx', `${'x'.repeat(300)}.exe`),
  ...group('CV.docx', 'empty', { 'an empty file': () => '' }),
];

export const hostileFiles: HostileFile[] = [
  ...notDocx,
  ...macrosInDocx,
  ...programFieldsInDocx,
  ...chunksInDocx,
  ...programsInDocx,
  ...bombs,
  ...protectedFiles,
  ...notPdf,
  ...activePdf,
  ...unreadablePdf,
  ...programsInPdf,
  ...hostileDocAndOdtFiles,
  ...wrongNames,
];
