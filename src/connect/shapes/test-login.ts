/** The login that the simulated providers accept. It is a value, so it is not translated. */
export const testLogin = { username: 'user_good', password: 'pass_good' };
