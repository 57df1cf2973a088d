import type { Exchange } from '../exchange-log.ts';
import { formatSafely } from '../hide-secrets.ts';
import type { Entry, Playground } from './playground-state.ts';

const kinds: Readonly<Record<Entry['kind'], string>> = {
  host: 'your page',
  event: 'onEvent',
  sent: 'to Connect',
  received: 'from Connect',
};

/** Lists what has happened since the last call of `open`. */
export function Timeline({ entries }: { entries: readonly Entry[] }) {
  return (
    <section class="card" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      {entries.length === 0 ? (
        <p class="note">Events, messages and outcomes appear here. Codes are masked.</p>
      ) : (
        <ol class="timeline">
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({ entry }: { entry: Entry }) {
  const { elapsedMs, kind, name, detail } = entry;
  const head = (
    <>
      <span class="time">{elapsedMs} ms</span>{' '}
      <span class={`kind kind--${kind}`}>{kinds[kind]}</span> <code>{name}</code>
    </>
  );
  if (detail === '') return <li>{head}</li>;
  return (
    <li>
      <details>
        <summary>{head}</summary>
        <pre>{detail}</pre>
      </details>
    </li>
  );
}

/** Shows the backend's request that exchanged the code. Browsers must not send it, because it contains the secret. */
export function ExchangeView({ playground }: { playground: Playground }) {
  const exchange = playground.exchange.value;
  return (
    <section class="card" aria-labelledby="exchange-title">
      <h2 id="exchange-title">What your backend sent</h2>
      {exchange === null ? (
        <p class="note">
          After a sign-in: the request to /auth/token, with secret, code and token masked.
        </p>
      ) : (
        <pre>{formatExchange(exchange)}</pre>
      )}
    </section>
  );
}

function formatExchange(exchange: Exchange): string {
  const { method, url, headers, body, status, answer, durationMs } = exchange;
  const { pathname, host } = new URL(url);
  return [
    `${method} ${pathname} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    formatSafely(body),
    '',
    `→ ${status ?? 'no answer'} after ${durationMs} ms`,
    ...(answer === null ? [] : [formatSafely(answer)]),
  ].join('\n');
}
