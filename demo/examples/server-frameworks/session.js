import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';

/** The visitor's session, in an encrypted cookie. */
export async function readSession() {
  const options = {
    cookieName: 'session',
    password: process.env.SESSION_SECRET,
    // Safari does not store a secure cookie of http://localhost.
    cookieOptions: { secure: process.env.NODE_ENV === 'production' },
  };
  return getIronSession(await cookies(), options);
}
