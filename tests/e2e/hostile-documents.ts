/** Returns a PDF with these objects, numbered from 1; the first is its catalogue. */
function createPdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xrefOffset = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const visibleText = 'BT /F1 24 Tf 72 700 Td (Sichtbar) Tj ET';
const createStream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
const fontResources = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** A PDF of one page whose scripts, forms and links would open an alert and contact an external host. */
export function createScriptPdf(): Buffer {
  const script = "<< /S /JavaScript /JS (app.alert\\('1'\\); app.launchURL\\('http://198.51.100.7/'\\);) >>";
  return createPdf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA << /WC ${script} >> ` +
      '/AcroForm << /Fields [5 0 R] /NeedAppearances true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${fontResources} /Contents 4 0 R ` +
      `/Annots [5 0 R 6 0 R] /AA << /O ${script} >> >>`,
    createStream(visibleText),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Feld) /V (Wert) /Rect [72 600 300 620] ' +
      `/AA << /F ${script} /C ${script} >> >>`,
    '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (http://198.51.100.7/link) >> >>',
  ]);
}

/** A PDF whose page has the largest size that the format allows, with a unit a million times the usual one. */
export function createHugePagePdf(): Buffer {
  return createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /UserUnit 1000000 /MediaBox [0 0 14400 14400] ' +
      `/Resources ${fontResources} /Contents 4 0 R >>`,
    createStream(visibleText),
  ]);
}

/** A PDF with a page for each of these content streams. */
export function createTextPdf(contents: readonly string[]): Buffer {
  const kids = contents.map((_, index) => `${index * 2 + 3} 0 R`).join(' ');
  return createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    ...contents.flatMap((content, index) => [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
        `/Resources ${fontResources} /Contents ${index * 2 + 4} 0 R >>`,
      createStream(content),
    ]),
  ]);
}

/** A PDF with this number of pages, which all have the same content. */
export function createLongPdf(pageCount: number): Buffer {
  // The objects of the pages follow the first three.
  const kids = Array.from({ length: pageCount }, (_, index) => `${index + 4} 0 R`).join(' ');
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${fontResources} /Contents 3 0 R >>`;
  return createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pageCount} >>`,
    createStream(visibleText),
    ...Array.from({ length: pageCount }, () => page),
  ]);
}

/** The main part of a Word document with this body. */
export function createWordDocumentXml(body: string): string {
  const schemas = 'http://schemas.openxmlformats.org';
  return (
    `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main" ` +
    `xmlns:r="${schemas}/officeDocument/2006/relationships" ` +
    `xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing" xmlns:a="${schemas}/drawingml/2006/main" ` +
    `xmlns:pic="${schemas}/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`
  );
}
