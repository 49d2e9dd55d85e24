import { craftCompound, craftDoc, craftDocx, craftOdt, craftOle, craftZip, craftWordStream } from './craft.ts';
import { createHostileFiles, type HostileFile } from './hostile-file.ts';

const odtWith = (content: string) => () =>
  craftZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    { name: 'content.xml', data: `<office:document-content>${content}</office:document-content>` },
    { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' },
  ]);

/** Hostile documents in the formats that only coaches may upload. */
export const hostileDocAndOdtFiles: HostileFile[] = [
  ...createHostileFiles('CV.doc', 'wrongContent', {
    'an Excel file (xls)': () => craftCompound({ '/Workbook': 'x' }),
    'an Excel file (xls) that contains a doc': () =>
      craftCompound({ '/Workbook': 'x', '/Objects/_1/WordDocument': craftWordStream() }),
    'a folder with the name of the main stream': () => craftCompound({ '/WordDocument/a': 'x' }),
    'a main stream that is not a document': () => craftCompound({ '/WordDocument': 'x'.repeat(5000) }),
    'a docx': () => craftDocx(),
    'an HTML page': () => '<html><script>alert(1)</script></html>',
    'an RTF text': () => '{\\rtf1\\ansi}',
    'a doc that is also a zip': () => Buffer.concat([craftDoc(), craftZip([{ name: 'a.class', data: 'x' }])]),
    'a truncated doc': () => craftDoc().subarray(0, 1024),
    'only a header': () => craftDoc().subarray(0, 512),
  }),
  ...createHostileFiles('CV.doc', 'macros', {
    macros: () => craftDoc({ '/Macros/VBA/dir': 'x' }),
    'macros in a nested object': () => craftDoc({ '/ObjectPool/_1/_VBA_PROJECT': 'x' }),
  }),
  ...createHostileFiles('CV.doc', 'embedded', {
    'a program': () => craftDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'x\0Rechnung.pdf.exe\0' }),
  }),
  ...createHostileFiles('CV.doc', 'scripts', {
    'a field that starts a program': () => craftDoc({}, { text: '\u0013 DDEAUTO cmd "/c calc" \u0014' }),
  }),
  ...createHostileFiles('CV.doc', 'linked', {
    'a template from the web': () => craftDoc({}, { text: 'https://example.org/a.dotm' }),
  }),
  ...createHostileFiles('CV.odt', 'wrongContent', {
    'a docx': () => craftDocx(),
    'a spreadsheet': () => craftOdt([], 'application/vnd.oasis.opendocument.spreadsheet'),
    'an odt without content': () => craftZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
    'an odt that is also a docx': () => craftOdt([{ name: 'word/document.xml', data: 'x' }]),
  }),
  ...createHostileFiles('CV.odt', 'tooLarge', {
    'an entry that declares more than 100 times the size of the file and has broken content': () =>
      craftOdt([
        {
          ...{ name: 'styles.xml', data: '\u0007'.repeat(100), stored: true },
          ...{ declaredMethod: 8, declaredSize: 5_000_000 },
        },
      ]),
    'an XML part that unpacks to more than 100 times the size of the file and begins like a bitmap': () =>
      craftOdt([{ name: 'styles.xml', data: `BM${'<a/>'.repeat(800_000)}` }]),
  }),
  ...createHostileFiles('CV.odt', 'macros', {
    macros: () => craftOdt([{ name: 'Basic/Standard/Module1.xml', data: '<script:module/>' }]),
    scripts: () => craftOdt([{ name: 'Scripts/python/a.py', data: 'x' }]),
    'an event handler': odtWith(
      '<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:a"/></office:event-listeners>',
    ),
  }),
  ...createHostileFiles('CV.odt', 'scripts', {
    'a DDE data source': odtWith('<office:dde-source office:dde-application="soffice"/>'),
  }),
  ...createHostileFiles('CV.odt', 'embedded', {
    'a program': () => craftOdt([{ name: 'Object 1', data: craftOle('a.exe', 'x') }]),
  }),
];
