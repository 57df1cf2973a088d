// The returns of the tax provider's customers.

const wages = 61_400;

/**
 * @param {string} email - the address of a customer
 * @param {number[]} years - the years for which they have filed, latest first
 * @returns the returns in the form of the provider's API, each with its `pdf`
 */
export function createReturns(email, years) {
  return years.map((year) => {
    const lines = { wages: wages + 10 * (year % 100), tax: 8596 };
    const pdf = createPdf(`Form 1040, ${year}: ${email}, wages ${lines.wages} USD`);
    const filedOn = `${year + 1}-03-14`;
    return { id: `return-${year}`, year, state: 'filed', filedOn, lines, pdf };
  });
}

/** Creates a PDF of one page with one line. */
function createPdf(line) {
  const content = `BT /F1 14 Tf 72 720 Td (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.7\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${entries.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}
