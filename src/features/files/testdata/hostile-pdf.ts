import { deflateSync } from 'node:zlib';
import { craftDocx, craftForm, craftPdf, craftPdfOf, craftZip } from './craft.ts';
import { eicar, group, program, type HostileFile } from './hostile-file.ts';

const pdf = craftPdf();

const packedObjects = (objects: string | Buffer, dictionary = '/Filter/FlateDecode', more = '') =>
  Buffer.from(
    craftPdfOf(
      `1 0 obj\n<</Type/ObjStm/N 1/First 4${dictionary}>>\nstream\n${deflateSync(objects).toString('latin1')}\nendstream\nendobj\n${more}`,
    ),
    'latin1',
  );

const zipAtTheEnd = (comment: string) => () =>
  Buffer.concat([Buffer.from(pdf), craftZip([{ name: 'a', data: 'x' }], { comment })]);

/** Files that are not PDFs, or not only that. */
export const notPdf: HostileFile[] = group('CV.pdf', 'wrongContent', {
  'a docx': () => craftDocx(),
  'a page of HTML': () => '<!doctype html><html></html>',
  'a page of HTML that holds a PDF': () => `<script>alert(1)</script>${pdf}`,
  'a drawing': () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'the test virus': () => eicar,
  'a program that holds a PDF': () => `MZ\u0090\0${pdf}`,
  'a picture that holds a PDF': () => `GIF89a${pdf}`,
  'unknown bytes that hold a PDF': () => `\u0001\u0002\0${pdf}`,
  'a text document that holds a PDF': () => `{\\rtf1 ${pdf}`,
  'a header too late': () => `${'x'.repeat(1024)}${pdf}`,
  'one that was cut short': () => pdf.slice(0, -8),
  'one that is a zip, too': zipAtTheEnd('%%EOF'),
  'one that is a zip with a long comment, too': zipAtTheEnd(`${'x'.repeat(60_000)}%%EOF`),
});

const script = '<</S/JavaScript/JS(app.alert(1))>>';
const opening = (action: string) => () => craftPdfOf('', { catalog: `/OpenAction${action}` });
const stream = (content: string) => `1 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;
const hidden = `9 0 obj\n<</OpenAction${script}>>\nendobj\n`;

/** PDFs that run scripts, or start or load something, when they are opened. */
export const activePdf: HostileFile[] = group('CV.pdf', 'scripts', {
  script: opening(script),
  'script in disguise': opening('<</S/J#61vaScript/JS(a)>>'),
  'script in disguise from its first letter on': opening('<</#53/#4aavaScript/#4aS(a)>>'),
  'script behind a comment': opening('<</S%comment\n/JavaScript%comment\n/JS(a)>>'),
  'script without a kind': opening('<</JS(a)>>'),
  'script by another object': () => craftPdf('<</OpenAction<</S 2 0 R/JS(a)>>>>', '/JavaScript'),
  'script by a chain of objects': () => craftPdf('<</OpenAction 2 0 R>>', '3 0 R', script),
  'script behind an action': opening(`<</S/GoTo/D[103 0 R/Fit]/Next[<</S/Named/N/NextPage/Next${script}>>]>>`),
  'script of a page': () => craftPdfOf('', { page: `/AA<</O${script}>>` }),
  'script of a remark that comes into sight': () =>
    craftPdfOf('', { page: `/Annots[<</Type/Annot/AA<</PV${script}>>>>]` }),
  'a list of scripts': () => craftPdfOf('', { catalog: '/Names<</JavaScript<</Names[(a)2 0 R]>>>>' }),
  'script in packed objects': () => packedObjects(`1 0 <</OpenAction${script}>>`),
  'script in packed objects that say so in disguise': () =>
    Buffer.from(
      packedObjects(`1 0 <</OpenAction${script}>>`).toString('latin1').replace('/ObjStm', '/Obj#53tm'),
      'latin1',
    ),
  'script far behind': () => craftPdf(`<</A(${' '.repeat(2_100_000)})>>`, `<</OpenAction${script}>>`),
  'script in an older definition': () => craftPdfOf(`${hidden}9 0 obj\n<<>>\nendobj\n`),
  'script that stands in a comment': () => craftPdfOf(`%${hidden.replaceAll('\n', ' ')}\n`),
  'script that stands in another stream': () => craftPdfOf(stream(hidden)),
  'script in a form that starts a program as well': () =>
    craftForm(`/OpenAction${script}`, '/AA<</O<</S/Launch/F(cmd.exe)>>>>'),
  'a program that is started': opening('<</S/Launch/F(cmd.exe)>>'),
  'a program that is started for Windows': opening('<</S/Launch/Win<</F(cmd.exe)>>>>'),
  'a program that a page starts': () => craftPdfOf('', { page: '/AA<</O<</S/Launch/F(cmd.exe)>>>>' }),
  'an address that is opened': opening('<</S/URI/URI(https://example.org)>>'),
  'a form that is sent': opening('<</S/SubmitForm/F(https://example.org)>>'),
  'a document on a server': opening('<</S/GoToR/F(\\\\\\\\server\\\\a.pdf)/D[0/Fit]>>'),
  'a document in an attachment': opening('<</S/GoToE/D[0/Fit]>>'),
  media: () => craftPdf('<</Subtype/RichMedia>>'),
});

/** PDFs that cannot be read. */
export const unreadablePdf: HostileFile[] = [
  ...group('CV.pdf', 'wrongContent', {
    'one without an object': () => '%PDF-1.7\nstartxref\n0\n%%EOF\n',
    'objects packed as pixels are': () => packedObjects('1 0 <<>>', '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'),
    'script in packed objects whose packing is another object': () =>
      packedObjects(`1 0 <</OpenAction${script}>>`, '/Filter 2 0 R', '2 0 obj\n/FlateDecode\nendobj\n'),
    'packed objects that are none': () => packedObjects('1 0 >>'),
  }),
  ...group('CV.pdf', 'tooLarge', {
    'objects that unpack to too much': () => packedObjects(Buffer.alloc(101_000_000, ' ')),
    'objects that unpack to too much together': () =>
      packedObjects(
        Buffer.alloc(60_000_000, ' '),
        '/Filter/FlateDecode',
        `2 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n${deflateSync(Buffer.alloc(60_000_000, ' ')).toString('latin1')}\nendstream\nendobj\n`,
      ),
  }),
];

const latin = (...objects: string[]) => Buffer.from(craftPdf(...objects), 'latin1');

/** PDFs with programs in them. */
export const programsInPdf: HostileFile[] = group('CV.pdf', 'embedded', {
  'a program': () => craftPdf('<</Type/Filespec/F(Rechnung.exe)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>'),
  'a program in UTF-16': () =>
    craftPdf('<</Type/Filespec/UF<FEFF0061002E006500780065>/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>'),
  'a program by its bytes': () =>
    latin('<</F(a.pdf)/EF<</F 2 0 R>>>>', `<</Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
  'a program that no list names': () =>
    latin(`<</Type/EmbeddedFile/Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
});
