import { signal } from '@preact/signals';
import { ConnectError, type ConnectSession, forwardCode, open } from 'tax-connect';
import type { Exchange } from '../exchange-log.ts';
import { formatSafely } from '../hide-secrets.ts';
import { chooseOptions, type DemoFacts } from './demo-facts.ts';
import { formatSettings, parseSettings, type Settings } from './settings.ts';
import { tapChannel } from './tap-channel.ts';

/** An entry of the timeline: a call, an event or a message, with the time at which it happened. */
export interface Entry {
  readonly id: number;
  /** The time since `open` was called, in milliseconds. */
  readonly elapsedMs: number;
  readonly kind: 'host' | 'event' | 'sent' | 'received';
  readonly name: string;
  /** The details as JSON with masked secrets; '' for none. */
  readonly detail: string;
}

export type Playground = ReturnType<typeof createPlayground>;

/** Creates the state that the page shows, and the actions of its controls. */
export function createPlayground(facts: DemoFacts) {
  const settings = signal(parseSettings(window.location.search));
  const entries = signal<readonly Entry[]>([]);
  const exchange = signal<Exchange | null>(null);
  /** The text of the live region, which screen readers announce. */
  const status = signal('');
  let startMs = 0;

  const note = (kind: Entry['kind'], name: string, value?: unknown) => {
    const elapsedMs = Math.round(performance.now() - startMs);
    const detail = value === undefined ? '' : formatSafely(value);
    entries.value = [...entries.value, { id: entries.value.length, elapsedMs, kind, name, detail }];
  };
  tapChannel(({ direction, data }) => note(direction, String(Object(data).type), data));

  return {
    facts,
    settings,
    entries,
    exchange,
    status,
    change(next: Partial<Settings>): void {
      const before = settings.value;
      settings.value = { ...before, ...next };
      window.history.replaceState(null, '', `./${formatSettings(settings.value)}`);
      const isBlocked = settings.value.fault === 'blocked-frame';
      // A document's content security policy cannot change. So the backend must send the page with another policy.
      if (isBlocked !== (before.fault === 'blocked-frame')) reloadAtFaults();
    },
    async open(): Promise<void> {
      startMs = performance.now();
      entries.value = [];
      exchange.value = null;
      status.value = '';
      const session = start(settings.value, facts, { note, exchange });
      if (session === undefined) {
        status.value = 'open refused its options: see the timeline.';
        return;
      }
      const outcome = await session.finished;
      note('host', 'finished', describe(outcome));
      status.value =
        outcome.status === 'connected'
          ? 'Connected. The backend holds the token.'
          : `Not connected: ${outcome.error?.code ?? outcome.reason}.`;
    },
    async copy(text: string, what: string): Promise<void> {
      try {
        await navigator.clipboard.writeText(text);
        status.value = `Copied ${what}.`;
      } catch {
        // The browser refused access to the clipboard, or has no clipboard because the page uses plain http.
        status.value = `Your browser did not copy ${what}. Select it and copy it by hand.`;
      }
    },
  };
}

/** Reloads the page. After the reload, the control of the simulated fault gets the focus again. */
function reloadAtFaults(): void {
  window.history.replaceState({ focus: 'fault' }, '');
  window.location.reload();
}

interface Outlet {
  note(kind: Entry['kind'], name: string, value?: unknown): void;
  readonly exchange: { value: Exchange | null };
}

function start(
  settings: Settings,
  facts: DemoFacts,
  { note, exchange }: Outlet,
): ConnectSession | undefined {
  const forward = forwardCode(chooseCallback(settings));
  const options = chooseOptions(settings, facts);
  note('host', 'open', options);
  try {
    return open({
      ...options,
      ...(settings.signal === '' ? {} : { signal: AbortSignal.timeout(Number(settings.signal)) }),
      async onSuccess(result) {
        note('host', 'onSuccess', result);
        try {
          await forward(result);
        } finally {
          exchange.value = await fetchExchange();
        }
      },
      onEvent: (event) => note('event', event.name, describe(event)),
      onExit: (exit) => note('host', 'onExit', describe(exit)),
    });
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    note('host', 'throws', describeError(error));
    return undefined;
  }
}

function chooseCallback({ answer }: Settings): string {
  return answer === 'works' ? '/playground/callback' : `/playground/callback?answer=${answer}`;
}

async function fetchExchange(): Promise<Exchange | null> {
  const response = await fetch('/playground/exchange');
  return response.json();
}

/** Replaces an error by a plain object, because JSON leaves out some fields of errors. */
function describe(value: object): object {
  const error: unknown = Reflect.get(value, 'error');
  if (!(error instanceof ConnectError)) return value;
  return { ...value, error: describeError(error) };
}

function describeError({ code, message, retryable, docsUrl }: ConnectError) {
  return { code, message, retryable, docsUrl };
}
