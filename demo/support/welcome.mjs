/**
 * @param {string} connectOrigin - the origin of the Connect service
 * @param {string} appOrigin - the origin of the demo application
 * @param {string} signIn - the way to sign in to the dashboard
 * @returns {string} the text that `npm start` prints when both run
 */
export function createWelcome(connectOrigin, appOrigin, signIn) {
  return `
  Demo application   ${appOrigin}/
  Playground         ${appOrigin}/playground/
  Connect service    ${connectOrigin}/
  Dashboard          ${connectOrigin}/dashboard   ${signIn}
  Documentation      ${connectOrigin}/docs
  Every screen       ${appOrigin}/gallery/

  Choose the provider "Sandbox" and log in with the password pass_good as
    user_good     it works                user_mfa      asks for the code 123456
    user_bad      wrong password          user_locked   account locked
    user_slow     takes five seconds      user_error    the provider fails
    user_relogin  has to sign in again after a minute

  Ctrl+C stops both.
`;
}
