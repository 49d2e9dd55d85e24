import { craftCompound, craftDoc, craftDocx, craftOdt, craftOle, craftZip, wordStream } from './craft.ts';
import { group, type HostileFile } from './hostile-file.ts';

const withText = (content: string) => () =>
  craftZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    { name: 'content.xml', data: `<office:document-content>${content}</office:document-content>` },
    { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' },
  ]);

/** Hostile documents of the kinds that only coaches upload. */
export const forCoaches: HostileFile[] = [
  ...group('CV.doc', 'wrongContent', {
    'an old spreadsheet': () => craftCompound({ '/Workbook': 'x' }),
    'an old spreadsheet that holds a document': () =>
      craftCompound({ '/Workbook': 'x', '/Objects/_1/WordDocument': wordStream() }),
    'a folder of the right name': () => craftCompound({ '/WordDocument/a': 'x' }),
    'a stream that is no document': () => craftCompound({ '/WordDocument': 'x'.repeat(5000) }),
    'a docx': () => craftDocx(),
    'a page of HTML': () => '<html><script>alert(1)</script></html>',
    'a text in RTF': () => '{\\rtf1\\ansi}',
    'one that is a zip, too': () => Buffer.concat([craftDoc(), craftZip([{ name: 'a.class', data: 'x' }])]),
    'one that was cut short': () => craftDoc().subarray(0, 1024),
    'a header alone': () => craftDoc().subarray(0, 512),
  }),
  ...group('CV.doc', 'macros', {
    macros: () => craftDoc({ '/Macros/VBA/dir': 'x' }),
    'a project deeper inside': () => craftDoc({ '/ObjectPool/_1/_VBA_PROJECT': 'x' }),
  }),
  ...group('CV.doc', 'embedded', {
    'a program': () => craftDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'x\0Rechnung.pdf.exe\0' }),
  }),
  ...group('CV.doc', 'scripts', {
    'a field that starts a program': () => craftDoc({}, { text: '\u0013 DDEAUTO cmd "/c calc" \u0014' }),
  }),
  ...group('CV.doc', 'linked', {
    'a template from the web': () => craftDoc({}, { text: 'https://example.org/a.dotm' }),
  }),
  ...group('CV.odt', 'wrongContent', {
    'a docx': () => craftDocx(),
    'a spreadsheet': () => craftOdt([], 'application/vnd.oasis.opendocument.spreadsheet'),
    'one without a text': () => craftZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
    'a docx, too': () => craftOdt([{ name: 'word/document.xml', data: 'x' }]),
  }),
  ...group('CV.odt', 'tooLarge', {
    'more than 100 times its size, as its list says, while the bytes themselves are broken': () =>
      craftOdt([
        {
          ...{ name: 'styles.xml', data: '\u0007'.repeat(100), stored: true },
          ...{ declaredMethod: 8, declaredSize: 5_000_000 },
        },
      ]),
    'a text of more than 100 times its size that begins like a bitmap': () =>
      craftOdt([{ name: 'styles.xml', data: `BM${'<a/>'.repeat(800_000)}` }]),
  }),
  ...group('CV.odt', 'macros', {
    macros: () => craftOdt([{ name: 'Basic/Standard/Module1.xml', data: '<script:module/>' }]),
    scripts: () => craftOdt([{ name: 'Scripts/python/a.py', data: 'x' }]),
    'a handler': withText(
      '<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:a"/></office:event-listeners>',
    ),
  }),
  ...group('CV.odt', 'scripts', {
    'a source of data': withText('<office:dde-source office:dde-application="soffice"/>'),
  }),
  ...group('CV.odt', 'embedded', { 'a program': () => craftOdt([{ name: 'Object 1', data: craftOle('a.exe', 'x') }]) }),
];
