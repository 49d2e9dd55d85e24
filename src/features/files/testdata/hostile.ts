import { craftCompound, craftDoc, craftDocx, craftOdt } from './craft.ts';
import { createHostileFiles, type HostileFile } from './hostile-file.ts';
import { hostileDocAndOdtFiles } from './hostile-doc-odt.ts';
import {
  bombs,
  chunksInDocx,
  macrosInDocx,
  nonDocxFiles,
  programFieldsInDocx,
  programsInDocx,
} from './hostile-docx.ts';
import { activePdfs, nonPdfFiles, programsInPdf, unreadablePdfs } from './hostile-pdf.ts';

/** Files that cannot be opened without a password. */
export const protectedFiles: HostileFile[] = [
  ...createHostileFiles('CV.docx', 'protected', {
    'a docx in an encrypted package': () => craftCompound({ '/EncryptedPackage': 'x', '/EncryptionInfo': 'x' }),
    'a docx with an encrypted part': () => craftDocx({}, [{ name: 'a', data: 'x', flags: 1 }]),
  }),
  ...createHostileFiles('CV.doc', 'protected', { 'a doc': () => craftDoc({}, { flags: 0x0100 }) }),
  ...createHostileFiles('CV.odt', 'protected', {
    'an odt': () =>
      craftOdt([
        { name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
      ]),
  }),
];

const filesNamed = (...names: string[]): HostileFile[] =>
  names.map((name) => ({ title: JSON.stringify(name), name, reason: 'extension', bytes: () => craftDocx() }));

/** Files whose extensions may not be uploaded, some of them disguised; and an empty file. */
export const filesWithWrongNames: HostileFile[] = [
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
  ...createHostileFiles('CV.docx', 'empty', { 'an empty file': () => '' }),
];

export const hostileFiles: HostileFile[] = [
  ...nonDocxFiles,
  ...macrosInDocx,
  ...programFieldsInDocx,
  ...chunksInDocx,
  ...programsInDocx,
  ...bombs,
  ...protectedFiles,
  ...nonPdfFiles,
  ...activePdfs,
  ...unreadablePdfs,
  ...programsInPdf,
  ...hostileDocAndOdtFiles,
  ...filesWithWrongNames,
];
