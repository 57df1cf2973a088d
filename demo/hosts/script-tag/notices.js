// Explains why there are no tax years to show, and what the person can do.

/**
 * @typedef {object} Notice
 * @property {string} title
 * @property {string} text
 * @property {string} button
 * @property {'again' | 'new' | 'other' | 'read'} step - the action of the button: connect the same account again,
 *   connect a new account at the same provider, connect any other account, or read again
 */

const unavailable = 'Your tax years are not available';

/** @type {Readonly<Record<string, (provider: string) => Notice>>} */
const notices = {
  login_required: (provider) => ({
    title: 'Sign in again',
    text: `${provider} asks for a new sign-in before Tally may read your tax years. Nothing is lost.`,
    button: 'Sign in again',
    step: 'again',
  }),
  consent_expired: (provider) => ({
    title: 'Your permission has ended',
    text: `You let Tally read your tax years at ${provider} for a time that is over. Allow it again to see them.`,
    button: 'Allow again',
    step: 'again',
  }),
  invalid_token: (provider) => ({
    title: 'Your tax account is disconnected',
    text: `Tally can no longer read your tax years at ${provider}. Connect the account again to see them.`,
    button: 'Connect again',
    step: 'new',
  }),
  not_supported: (provider) => ({
    title: `${provider} shares no tax years`,
    text: 'This provider does not hand over records. If you have an account elsewhere, use that one.',
    button: 'Connect another account',
    step: 'other',
  }),
  empty: (provider) => ({
    title: 'No tax years yet',
    text: `${provider} has no records of yours so far. They appear here as soon as you have filed a return.`,
    button: 'Check again',
    step: 'read',
  }),
  provider_failed: (provider) => ({
    title: unavailable,
    text: `${provider} has a problem right now. Nothing is wrong with your account.`,
    button: 'Try again',
    step: 'read',
  }),
  provider_timeout: (provider) => ({
    title: unavailable,
    text: `${provider} took too long to answer. Nothing is wrong with your account.`,
    button: 'Try again',
    step: 'read',
  }),
  offline: () => ({
    title: unavailable,
    text: 'You’re offline, or Tally cannot be reached. Please check your connection.',
    button: 'Try again',
    step: 'read',
  }),
};

/**
 * @param {string} problem - a code of `RecordsError`, `empty` or `offline`
 * @param {string} provider - the provider's name
 * @param {number | null} retryAfter - seconds until another try makes sense, if the provider has said so
 * @returns {Notice}
 */
export function describeNotice(problem, provider, retryAfter) {
  const describe = Object.hasOwn(notices, problem) ? notices[problem] : undefined;
  const notice = describe?.(provider) ?? {
    title: unavailable,
    text: `Something went wrong between Tally and ${provider}. Please try again in a moment.`,
    button: 'Try again',
    step: /** @type {const} */ ('read'),
  };
  if (retryAfter === null) return notice;
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return { ...notice, text: `${notice.text} Please try again in ${wait}.` };
}
