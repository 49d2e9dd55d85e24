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

/** Files that are not PDFs, or are also something else. */
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
  'a header that comes too late': () => `${'x'.repeat(1024)}${pdf}`,
  'a PDF that was cut short': () => pdf.slice(0, -8),
  'a PDF that is also a zip': zipAtTheEnd('%%EOF'),
  'a PDF that is also a zip with a long comment': zipAtTheEnd(`${'x'.repeat(60_000)}%%EOF`),
});

const script = '<</S/JavaScript/JS(app.alert(1))>>';
const opening = (action: string) => () => craftPdfOf('', { catalog: `/OpenAction${action}` });
const stream = (content: string) => `1 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;
const hidden = `9 0 obj\n<</OpenAction${script}>>\nendobj\n`;

/** PDFs that run scripts, or start or load something, when they are opened. */
export const activePdf: HostileFile[] = group('CV.pdf', 'scripts', {
  'a script': opening(script),
  'a script with an escaped letter in its kind': opening('<</S/J#61vaScript/JS(a)>>'),
  'a script with escaped first letters': opening('<</#53/#4aavaScript/#4aS(a)>>'),
  'a script after comments': opening('<</S%comment\n/JavaScript%comment\n/JS(a)>>'),
  'a script without a kind': opening('<</JS(a)>>'),
  'a script whose kind is another object': () => craftPdf('<</OpenAction<</S 2 0 R/JS(a)>>>>', '/JavaScript'),
  'a script through a chain of objects': () => craftPdf('<</OpenAction 2 0 R>>', '3 0 R', script),
  'a script after other actions': opening(`<</S/GoTo/D[103 0 R/Fit]/Next[<</S/Named/N/NextPage/Next${script}>>]>>`),
  'a script of a page': () => craftPdfOf('', { page: `/AA<</O${script}>>` }),
  'a script of a comment that becomes visible': () =>
    craftPdfOf('', { page: `/Annots[<</Type/Annot/AA<</PV${script}>>>>]` }),
  'a list of scripts': () => craftPdfOf('', { catalog: '/Names<</JavaScript<</Names[(a)2 0 R]>>>>' }),
  'a script in packed objects': () => packedObjects(`1 0 <</OpenAction${script}>>`),
  'a script in packed objects with an escaped type': () =>
    Buffer.from(
      packedObjects(`1 0 <</OpenAction${script}>>`).toString('latin1').replace('/ObjStm', '/Obj#53tm'),
      'latin1',
    ),
  'a script far from the beginning': () => craftPdf(`<</A(${' '.repeat(2_100_000)})>>`, `<</OpenAction${script}>>`),
  'a script in an older definition': () => craftPdfOf(`${hidden}9 0 obj\n<<>>\nendobj\n`),
  'a script in a comment of the file': () => craftPdfOf(`%${hidden.replaceAll('\n', ' ')}\n`),
  'a script in another stream': () => craftPdfOf(stream(hidden)),
  'a script in a form that also starts a program': () =>
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
    'a PDF without objects': () => '%PDF-1.7\nstartxref\n0\n%%EOF\n',
    'objects that are packed like pixels': () =>
      packedObjects('1 0 <<>>', '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'),
    'a script in packed objects whose filter is another object': () =>
      packedObjects(`1 0 <</OpenAction${script}>>`, '/Filter 2 0 R', '2 0 obj\n/FlateDecode\nendobj\n'),
    'packed bytes that are not objects': () => packedObjects('1 0 >>'),
  }),
  ...group('CV.pdf', 'tooLarge', {
    'objects that unpack to too much': () => packedObjects(Buffer.alloc(101_000_000, ' ')),
    'objects that together unpack to too much': () =>
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
  'a program to which no entry refers': () =>
    latin(`<</Type/EmbeddedFile/Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
});
