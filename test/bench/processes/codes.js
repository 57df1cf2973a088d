/**
 * Codes that both sides can make by themselves, as long as those that the service issues.
 *
 * @param {string} run - 48 hexadecimal digits, another for each measurement
 * @param {number} index - which code of it
 * @returns {string} 64 hexadecimal digits
 */
export function createCode(run, index) {
  return `${run}${index.toString(16).padStart(16, '0')}`;
}
