import { deflateSync } from 'node:zlib';
import { craftDocx, craftForm, craftPdf, craftPdfWith, craftZip } from './craft.ts';
import { eicar, createHostileFiles, program, type HostileFile } from './hostile-file.ts';

const pdf = craftPdf();

/** Builds a PDF with an object stream; `dictionary` is added to the stream's dictionary, `more` follows the stream. */
const withObjectStream = (objects: string | Buffer, dictionary = '/Filter/FlateDecode', more = '') =>
  Buffer.from(
    craftPdfWith(
      `1 0 obj\n<</Type/ObjStm/N 1/First 4${dictionary}>>\nstream\n${deflateSync(objects).toString('latin1')}\nendstream\nendobj\n${more}`,
    ),
    'latin1',
  );

const withZipAtEnd = (comment: string) => () =>
  Buffer.concat([Buffer.from(pdf), craftZip([{ name: 'a', data: 'x' }], { comment })]);

/** Files that are not PDFs, or that could also be read as something else. */
export const nonPdfFiles: HostileFile[] = createHostileFiles('CV.pdf', 'wrongContent', {
  'a docx': () => craftDocx(),
  'an HTML page': () => '<!doctype html><html></html>',
  'an HTML page that contains a PDF': () => `<script>alert(1)</script>${pdf}`,
  'an SVG drawing': () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'the test virus': () => eicar,
  'a program that contains a PDF': () => `MZ\u0090\0${pdf}`,
  'a picture that contains a PDF': () => `GIF89a${pdf}`,
  'a PDF after unknown bytes': () => `\u0001\u0002\0${pdf}`,
  'an RTF text that contains a PDF': () => `{\\rtf1 ${pdf}`,
  'a PDF header after the first kilobyte': () => `${'x'.repeat(1024)}${pdf}`,
  'a truncated PDF': () => pdf.slice(0, -8),
  'a PDF that is also a zip': withZipAtEnd('%%EOF'),
  'a PDF that is also a zip with a long comment': withZipAtEnd(`${'x'.repeat(60_000)}%%EOF`),
});

const script = '<</S/JavaScript/JS(app.alert(1))>>';
const withOpenAction = (action: string) => () => craftPdfWith('', { catalog: `/OpenAction${action}` });
const stream = (content: string) => `1 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;
const hiddenScript = `9 0 obj\n<</OpenAction${script}>>\nendobj\n`;

/** PDFs that run scripts, or start or load something, when they are opened. */
export const activePdfs: HostileFile[] = createHostileFiles('CV.pdf', 'scripts', {
  'a script': withOpenAction(script),
  'a script with an escaped letter in its action type': withOpenAction('<</S/J#61vaScript/JS(a)>>'),
  'a script with escaped first letters in its names': withOpenAction('<</#53/#4aavaScript/#4aS(a)>>'),
  'a script with comments between its entries': withOpenAction('<</S%comment\n/JavaScript%comment\n/JS(a)>>'),
  'a script without an action type': withOpenAction('<</JS(a)>>'),
  'a script whose action type is in another object': () => craftPdf('<</OpenAction<</S 2 0 R/JS(a)>>>>', '/JavaScript'),
  'a script behind a chain of references': () => craftPdf('<</OpenAction 2 0 R>>', '3 0 R', script),
  'a script that follows other actions': withOpenAction(
    `<</S/GoTo/D[103 0 R/Fit]/Next[<</S/Named/N/NextPage/Next${script}>>]>>`,
  ),
  'a script that runs when a page opens': () => craftPdfWith('', { page: `/AA<</O${script}>>` }),
  'a script that runs when an annotation becomes visible': () =>
    craftPdfWith('', { page: `/Annots[<</Type/Annot/AA<</PV${script}>>>>]` }),
  'scripts in the list of named scripts': () =>
    craftPdfWith('', { catalog: '/Names<</JavaScript<</Names[(a)2 0 R]>>>>' }),
  'a script in an object stream': () => withObjectStream(`1 0 <</OpenAction${script}>>`),
  'a script in an object stream with an escaped type': () =>
    Buffer.from(
      withObjectStream(`1 0 <</OpenAction${script}>>`).toString('latin1').replace('/ObjStm', '/Obj#53tm'),
      'latin1',
    ),
  'a script 2 MB after the beginning': () => craftPdf(`<</A(${' '.repeat(2_100_000)})>>`, `<</OpenAction${script}>>`),
  'a script in an older definition of an object': () => craftPdfWith(`${hiddenScript}9 0 obj\n<<>>\nendobj\n`),
  'a script in a comment': () => craftPdfWith(`%${hiddenScript.replaceAll('\n', ' ')}\n`),
  'a script in an ordinary stream': () => craftPdfWith(stream(hiddenScript)),
  'a script in a form that also starts a program': () =>
    craftForm(`/OpenAction${script}`, '/AA<</O<</S/Launch/F(cmd.exe)>>>>'),
  'an action that starts a program': withOpenAction('<</S/Launch/F(cmd.exe)>>'),
  'an action that starts a program on Windows': withOpenAction('<</S/Launch/Win<</F(cmd.exe)>>>>'),
  'a page that starts a program when it opens': () => craftPdfWith('', { page: '/AA<</O<</S/Launch/F(cmd.exe)>>>>' }),
  'an action that opens a web page': withOpenAction('<</S/URI/URI(https://example.org)>>'),
  'an action that sends a form': withOpenAction('<</S/SubmitForm/F(https://example.org)>>'),
  'an action that opens a document on a server': withOpenAction('<</S/GoToR/F(\\\\\\\\server\\\\a.pdf)/D[0/Fit]>>'),
  'an action that opens an attached document': withOpenAction('<</S/GoToE/D[0/Fit]>>'),
  'a video': () => craftPdf('<</Subtype/RichMedia>>'),
});

/** PDFs that cannot be read. */
export const unreadablePdfs: HostileFile[] = [
  ...createHostileFiles('CV.pdf', 'wrongContent', {
    'a PDF without objects': () => '%PDF-1.7\nstartxref\n0\n%%EOF\n',
    'an object stream that is encoded like pixels': () =>
      withObjectStream('1 0 <<>>', '/Filter/FlateDecode/DecodeParms<</Predictor 12>>'),
    'a script in an object stream whose filter is in another object': () =>
      withObjectStream(`1 0 <</OpenAction${script}>>`, '/Filter 2 0 R', '2 0 obj\n/FlateDecode\nendobj\n'),
    'an object stream that contains no object': () => withObjectStream('1 0 >>'),
  }),
  ...createHostileFiles('CV.pdf', 'tooLarge', {
    'an object stream that unpacks to 101 MB': () => withObjectStream(Buffer.alloc(101_000_000, ' ')),
    'two object streams that together unpack to 120 MB': () =>
      withObjectStream(
        Buffer.alloc(60_000_000, ' '),
        '/Filter/FlateDecode',
        `2 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n${deflateSync(Buffer.alloc(60_000_000, ' ')).toString('latin1')}\nendstream\nendobj\n`,
      ),
  }),
];

const craftLatin1Pdf = (...objects: string[]) => Buffer.from(craftPdf(...objects), 'latin1');

/** PDFs that contain programs. */
export const programsInPdf: HostileFile[] = createHostileFiles('CV.pdf', 'embedded', {
  'an attached program, according to its name': () =>
    craftPdf('<</Type/Filespec/F(Rechnung.exe)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>'),
  'an attached program, according to its name in UTF-16': () =>
    craftPdf('<</Type/Filespec/UF<FEFF0061002E006500780065>/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>'),
  'an attached program, according to its bytes': () =>
    craftLatin1Pdf('<</F(a.pdf)/EF<</F 2 0 R>>>>', `<</Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
  'an embedded program to which nothing refers': () =>
    craftLatin1Pdf(`<</Type/EmbeddedFile/Length 8>>\nstream\n${program.toString('latin1')}\nendstream`),
});
