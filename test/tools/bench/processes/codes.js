/**
 * Creates a code. Client and server compute the same codes, which are as long as those of the service.
 *
 * @param {string} run - 48 hexadecimal digits, different for each measurement
 * @param {number} index - the number of the code in this run
 * @returns {string} 64 hexadecimal digits
 */
export function createCode(run, index) {
  return `${run}${index.toString(16).padStart(16, '0')}`;
}
