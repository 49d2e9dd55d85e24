import { describe, expect, test } from 'vitest';
import { craftForm, craftPdf, craftPdfWith } from '../testdata/craft.ts';
import { activePdfs, nonPdfFiles, programsInPdf, unreadablePdfs } from '../testdata/hostile-pdf.ts';
import { inspect, judge, testRefusals } from '../testdata/inspect.ts';

describe('a file that is not a PDF is refused', () => {
  testRefusals(nonPdfFiles);
});
describe('a PDF that does more than go to a page when it is opened is refused [5.3]', () => {
  testRefusals(activePdfs);
});
describe('a PDF that cannot be read is refused', () => {
  testRefusals(unreadablePdfs);
});
describe('a PDF that contains a program is refused', () => {
  testRefusals(programsInPdf);
});

describe('a PDF form', () => {
  const script = '<</S/JavaScript/JS(app.alert(1))>>';
  test.each([
    ['by its opening action', `/OpenAction${script}`, ''],
    ['by an action of its first page', '', `/AA<</O${script}/C${script}>>`],
    ['by its named scripts', `/Names<</JavaScript<</Names[(a)${script}]>>>>`, ''],
  ])('whose scripts are run when it is opened (%s) is accepted without them', async (_, catalog, page) => {
    const bytes = Buffer.from(craftForm(catalog, page));
    const { verdict, storedBytes } = await inspect('Antrag.pdf', bytes);
    expect(verdict).toMatchObject({
      ok: true,
      notice: 'Aus „Antrag.pdf“ haben wir Skripte entfernt, die beim Öffnen laufen; sonst ist die Datei unverändert.',
    });
    expect(storedBytes.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  test('whose scripts run only while it is filled in is accepted unchanged', async () => {
    expect(
      await judge('Antrag.pdf', craftForm('', `/Annots[<</FT/Tx/AA<</K${script}/C${script}>>/A${script}>>]`)),
    ).toBe('ok');
  });
});

describe('an ordinary PDF', () => {
  const pdf = craftPdf();
  test.each<[string, Buffer | string]>([
    ['without special content', pdf],
    ['that begins with some lines of a mail', `Received: by mail\r\n\r\n${pdf}`],
    ['with zeros after its end', pdf + '\0'.repeat(900)],
    ['whose title mentions JavaScript', craftPdf('<</Title(HTML/JavaScript)/Keywords(CSS/JavaScript)>>')],
    ['with an attached XML file', craftPdf('<</Type/Filespec/F(cv.xml)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['with an attached letter', craftPdf('<</F(Zeugnis.docx)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['that opens at a certain page', craftPdfWith('', { catalog: '/OpenAction[103 0 R/Fit]' })],
    [
      'with an action that goes to a page when it is opened',
      craftPdfWith('', { catalog: '/OpenAction<</S/GoTo/D[103 0 R/Fit]>>' }),
    ],
    ['with links', craftPdfWith('', { page: '/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]' })],
    ['with the end record of a zip inside', craftPdf(`(PK\u0005\u0006${'\0'.repeat(40)})`)],
  ])('%s is accepted unchanged', async (_, bytes) => {
    expect(await judge('CV.pdf', bytes)).toBe('ok');
  });
});
