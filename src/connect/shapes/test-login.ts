/** The users of the simulated providers, each with another outcome. All have the same password. */
export const testUsers = [
  'user_good',
  'user_mfa',
  'user_slow',
  'user_relogin',
  'user_bad',
  'user_locked',
  'user_error',
] as const;

/** The login that the simulated providers accept. It is a value, so it is not translated. */
export const testLogin = { username: 'user_good', password: 'pass_good' };
