import { Refusal } from '../http/refusal.ts';

/** @returns the refusal for a session that is unknown, ended too long ago, or belongs to another application */
export function createUnknownSession(): Refusal {
  return new Refusal(
    [404, 'not_found'],
    'This application has no such session. Sessions are kept for seven days after their end.',
  );
}

/** @returns the refusal for a session that has connected an account */
export function createConnected(): Refusal {
  return new Refusal(
    [409, 'already_connected'],
    'This session has connected an account already. To end the connection, disconnect the account.',
  );
}
