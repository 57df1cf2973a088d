/**
 * Flags for the processes that serve. Node keeps up to three times 16 MB for new objects. A quarter of that costs
 * no measurable time here, and a busy service stays at about 120 MB.
 *
 * @type {readonly string[]}
 */
export const nodeFlags = ['--max-semi-space-size=4'];
