import { describe, expect, test } from 'vitest';
import { craftForm, craftPdf, craftPdfOf } from '../testdata/craft.ts';
import { activePdf, notPdf, programsInPdf, unreadablePdf } from '../testdata/hostile-pdf.ts';
import { inspect, judge, refuses } from '../testdata/inspect.ts';

describe('a file that is not a PDF is refused', () => {
  refuses(notPdf);
});
describe('a PDF that runs programs or scripts is refused [5.3]', () => {
  refuses(activePdf);
});
describe('a PDF that cannot be read is refused', () => {
  refuses(unreadablePdf);
});
describe('a PDF with programs in it is refused', () => {
  refuses(programsInPdf);
});

describe('a form', () => {
  const script = '<</S/JavaScript/JS(app.alert(1))>>';
  test.each([
    ['by its own', `/OpenAction${script}`, ''],
    ['by its first page', '', `/AA<</O${script}/C${script}>>`],
    ['by a list', `/Names<</JavaScript<</Names[(a)${script}]>>>>`, ''],
  ])('whose scripts run at opening %s is taken without them', async (_, catalog, page) => {
    const bytes = Buffer.from(craftForm(catalog, page));
    const { verdict, kept } = await inspect('Antrag.pdf', bytes);
    expect(verdict).toMatchObject({
      ok: true,
      notice: 'Aus „Antrag.pdf“ haben wir Skripte entfernt, die beim Öffnen laufen; sonst ist die Datei unverändert.',
    });
    expect(kept.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  test('whose scripts run only while it is filled in is accepted unchanged', async () => {
    expect(
      await judge('Antrag.pdf', craftForm('', `/Annots[<</FT/Tx/AA<</K${script}/C${script}>>/A${script}>>]`)),
    ).toBe('ok');
  });
});

describe('pdf', () => {
  const pdf = craftPdf();
  test.each<[string, Buffer | string]>([
    ['a plain one', pdf],
    ['one behind some lines of a mail', `Received: by mail\r\n\r\n${pdf}`],
    ['one with zeros behind it', pdf + '\0'.repeat(900)],
    ['one whose title speaks of script', craftPdf('<</Title(HTML/JavaScript)/Keywords(CSS/JavaScript)>>')],
    ['one with the data of a form', craftPdf('<</Type/Filespec/F(cv.xml)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['one with a letter attached', craftPdf('<</F(Zeugnis.docx)/EF<</F 2 0 R>>>>', '<</Type/EmbeddedFile>>')],
    ['one that opens at a page', craftPdfOf('', { catalog: '/OpenAction[103 0 R/Fit]' })],
    ['one that turns to a page', craftPdfOf('', { catalog: '/OpenAction<</S/GoTo/D[103 0 R/Fit]>>' })],
    ['one with links', craftPdfOf('', { page: '/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]' })],
    ['one with zip bytes inside', craftPdf(`(PK\u0005\u0006${'\0'.repeat(40)})`)],
  ])('%s is taken as it is', async (_, bytes) => {
    expect(await judge('CV.pdf', bytes)).toBe('ok');
  });
});
