import type { Playground } from './playground-state.ts';

const logins: readonly (readonly [username: string, effect: string])[] = [
  ['user_good', 'signs in'],
  ['user_mfa', 'asks for the code 123456'],
  ['user_bad', 'is refused'],
  ['user_locked', 'is locked out'],
  ['user_slow', 'takes five seconds'],
  ['user_error', 'fails on the provider’s side'],
];

/** Lists test logins with copy buttons. The page cannot fill in the Connect page's form, which has another origin. */
export function Logins({ playground }: { playground: Playground }) {
  return (
    <section class="card" aria-labelledby="logins-title">
      <h2 id="logins-title">Test sign-ins</h2>
      <p>
        Pick <b>Sandbox</b> or write it into <code>provider</code>. A button copies its text.
      </p>
      <ul class="logins">
        {[...logins, ['pass_good', 'is every user’s password'] as const].map(([text, effect]) => (
          <li key={text}>
            <button
              type="button"
              class="quiet"
              aria-label={`Copy ${text}`}
              onClick={() => void playground.copy(text, text)}
            >
              <code>{text}</code>
            </button>
            <span>{effect}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
