/**
 * Writes a PDF of one page with lines of text.
 *
 * @param lines - the first one is the title; Latin letters only
 * @returns the file
 * @see https://www.iso.org/standard/75839.html (ISO 32000-2), section 7.5
 */
export function createPdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = lines.map((line, index) => {
    const size = index === 0 ? 20 : 12;
    return `/F1 ${size} Tf (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj 0 -24 Td`;
  });
  const content = `BT 72 720 Td ${text.join('\n')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.7\n';
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(file.length).padStart(10, '0')} 00000 n \n`);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(`${file}${table}${trailer}`);
}
